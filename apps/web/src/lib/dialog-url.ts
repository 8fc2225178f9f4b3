import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Dialogs live in the address (`?dialog=reports&study=...`), so that they can be linked, reloaded and left with Back. */
export function useDialogUrl() {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (dialog: string, studyId?: string) =>
      setParams((current) => {
        current.set('dialog', dialog)
        if (studyId) current.set('study', studyId)
        else current.delete('study')
        return current
      }),
    [setParams],
  )
  const close = useCallback(
    () =>
      setParams(
        (current) => {
          current.delete('dialog')
          current.delete('study')
          return current
        },
        { replace: true },
      ),
    [setParams],
  )
  return { dialog: params.get('dialog'), studyId: params.get('study'), open, close }
}
