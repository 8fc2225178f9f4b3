import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import type { PatientEditor } from './use-patient-editor.ts'

/** Asks before unsaved changes are left, and what is to become of them. */
export function useLeaveQuestion({ changes, discard }: Pick<PatientEditor, 'changes' | 'discard'>, leave: () => void) {
  const [asks, setAsks] = useState(false)
  const isFilled = changes > 0
  useEffect(() => {
    if (!isFilled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isFilled])
  const question = asks && (
    <ConfirmDialog
      title="Discard changes?"
      action="Discard changes"
      cancel="Continue editing"
      destructive
      onCancel={() => setAsks(false)}
      onConfirm={() => {
        discard()
        leave()
      }}
    >
      What you changed in this record is not saved.
    </ConfirmDialog>
  )
  return { question, tryToLeave: () => (isFilled ? setAsks(true) : leave()) }
}
