import { useLeaveQuestion as useQuestion } from '../../components/form/leave-question.tsx'
import type { PatientEditor } from './use-patient-editor.ts'

/** Asks before unsaved changes are left, and what is to become of them. Who goes Back finds them again. */
export function useLeaveQuestion({ changes, discard }: Pick<PatientEditor, 'changes' | 'discard'>, leave: () => void) {
  const children = 'What you changed in this record is not saved.'
  return useQuestion({ isFilled: changes > 0, isKept: true, leave, discard, children })
}
