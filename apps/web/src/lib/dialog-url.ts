import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Dialogs live in the address (`?dialog=reports&study=...`, `?dialog=edit&lab=...`), so that they can be linked, reloaded and left with
 * Back. `subject` is what the page's dialogs are about.
 */
export function useDialogUrl(subject: 'study' | 'lab' | 'doctor' | 'user') {
  const [params, setParams] = useSearchParams()
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
  const close = useCallback(
    () =>
      setParams(
        (current) => {
          current.delete('dialog')
          current.delete(subject)
          return current
        },
        { replace: true },
      ),
    [setParams, subject],
  )
  return { dialog: params.get('dialog'), id: params.get(subject), open, close }
}
