import type { MergePerson, PatientMerge } from '@readroom/contracts/patients/patient-merges'
import type { SentChangeKind, WaitingChange } from '@readroom/contracts/patients/sent-changes'
import { formatInstant, plural } from '../../../lib/format.ts'

const idWords = (id: string | null) => `patient ID ${id ?? 'N/A'}`

/** Returns a sentence about a merge and, if it was undone, about that. */
export function mergeText({ formerId, patientId, movedStudies, mergedBy, mergedAt, undoneBy, undoneAt }: PatientMerge): string {
  const moved = movedStudies === 0 ? 'No study moved.' : `${plural(movedStudies, 'study', 'studies')} moved.`
  const undone = undoneAt === null ? '' : ` ${undoneBy} undid it on ${formatInstant(undoneAt).text}.`
  const what = `merged ${idWords(formerId)} into ${idWords(patientId)}`
  return `${mergedBy} ${what} on ${formatInstant(mergedAt).text}. ${moved}${undone}`
}

/** Returns the effect of a merge in words, before somebody confirms it. */
export function mergeQuestion(from: MergePerson, into: MergePerson): string {
  const studies = plural(from.studies.length, 'study', 'studies')
  const documents = plural(from.documents, 'document')
  return `Moves ${studies} and ${documents} to ${idWords(into.patientId)}. ${idWords(from.patientId).replace('p', 'P')} then leads to that patient. Signed reports keep the name they were signed with, and images stay unchanged. You can undo this.`
}

const kindWords: Record<SentChangeKind, (change: WaitingChange) => string> = {
  update: ({ patientId }) => `Update of ${idWords(patientId)}`,
  merge: ({ patientId, previousId }) => `Merge of ${idWords(previousId)} into ${idWords(patientId)}`,
  changeId: ({ patientId, previousId }) => `Change of ${idWords(previousId)} to ${idWords(patientId)}`,
}

/** Returns what a received change asks for. */
export const changeHeading = (change: WaitingChange): string => kindWords[change.kind](change)
