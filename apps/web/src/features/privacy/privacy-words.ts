import type { PrivacyAction, PrivacyCounts } from '@readroom/contracts/privacy/privacy'
import { plural } from '../../lib/format.ts'

export function countsText({ studies, images, reports, documents, comments, lists }: PrivacyCounts): string {
  return [
    plural(studies, 'study', 'studies'),
    plural(images, 'image'),
    plural(reports, 'report'),
    plural(documents, 'document'),
    plural(comments, 'comment'),
    ...(lists > 0 ? [`${plural(lists, 'saved list')} that searched for the patient`] : []),
  ].join(', ')
}

const stateWords: Record<PrivacyAction['state'], string> = {
  queued: 'Waiting',
  running: 'In progress',
  done: 'Done',
  failed: 'Failed',
  expired: 'Expired',
}

/** Returns the state of an action in words, with the progress of an export. */
export function stateText({ kind, state, filesDone, filesTotal, filesMissing }: PrivacyAction): string {
  const words = stateWords[state]
  if (kind !== 'export') return words
  if (state === 'running' && filesTotal > 0) return `${words}: ${filesDone} of ${plural(filesTotal, 'file')}`
  return state === 'done' && filesMissing > 0 ? `${words}, ${plural(filesMissing, 'file')} missing` : words
}
