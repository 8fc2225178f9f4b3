import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Dialogs live in the address (`?dialog=reports&study=...`, `?dialog=edit&lab=...`), so that they can be linked, reloaded and left with
 * Back. `subject` is what the page's dialogs are about.
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
  // A dialog that was left may still have something to do: what is shown by then is not its own.
  const close = useCallback(() => {
    const now = new URLSearchParams(address.current)
    if (now.get('dialog') !== dialog || now.get(subject) !== id) return
    now.delete('dialog')
    now.delete(subject)
    setParams(now, { replace: true })
  }, [setParams, dialog, id, subject])
  return { dialog, id, open, close }
}
