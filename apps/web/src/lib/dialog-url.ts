import { useCallback, useLayoutEffect, useRef } from 'react'
import { useAddress } from './hooks/use-address.ts'

/**
 * Keeps the open dialog in the address (`?dialog=reports&study=...`, `?dialog=edit&lab=...`), so that it can be linked, reloaded and left with Back.
 * `subject` is the kind of record the page's dialogs are about.
 */
export function useDialogUrl(subject: 'study' | 'lab' | 'doctor' | 'user') {
  const [params, changeAddress] = useAddress()
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
      changeAddress((current) => {
        current.set('dialog', dialog)
        if (id) current.set(subject, id)
        else current.delete(subject)
        return current
      }),
    [changeAddress, subject],
  )
  // A dialog may call this after it was left. It must not close the dialog that is open by then.
  const close = useCallback(() => {
    const now = new URLSearchParams(address.current)
    if (now.get('dialog') !== dialog || now.get(subject) !== id) return
    changeAddress(
      (current) => {
        current.delete('dialog')
        current.delete(subject)
        return current
      },
      { replace: true },
    )
  }, [changeAddress, dialog, id, subject])
  return { dialog, id, open, close }
}
