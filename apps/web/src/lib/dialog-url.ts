import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Keeps the open dialog in the address (`?dialog=reports&study=...`, `?dialog=edit&lab=...`), so that it can be linked, reloaded and left with Back.
 * `subject` is the kind of record the page's dialogs are about.
 */
export function useDialogUrl(subject: 'study' | 'lab' | 'doctor' | 'user') {
  const [params, setParams] = useSearchParams()
  const [dialog, id] = [params.get('dialog'), params.get(subject)]
  /** Empty once the page is left. */
  const address = useRef('')
  useLayoutEffect(() => {
    address.current = params.toString()
    return () => {
      address.current = ''
    }
  }, [params])
  const open = useCallback(
    (dialog: string, id?: string) =>
      setParams((current) => {
        current.set('dialog', dialog)
        if (id) current.set(subject, id)
        else current.delete(subject)
        return current
      }),
    [setParams, subject],
  )
  // A dialog may call this after it was left. It must not close the dialog that is open by then.
  const close = useCallback(() => {
    const now = new URLSearchParams(address.current)
    if (now.get('dialog') !== dialog || now.get(subject) !== id) return
    now.delete('dialog')
    now.delete(subject)
    setParams(now, { replace: true })
  }, [setParams, dialog, id, subject])
  return { dialog, id, open, close }
}
