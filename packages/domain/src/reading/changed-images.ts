import type { DraftRow } from '@readroom/db/reading/report-drafts'
import type { StudyRow } from '@readroom/db/studies/studies'

/** Images came or went, and their hash is not known before the study has settled again. */
const isChanging = ({ settledAt, instancesHash, newImagesAt }: StudyRow): boolean =>
  settledAt === null && (instancesHash !== null || newImagesAt !== null)

/** Reports whether the study's images are others than those that were there when the draft was begun. */
export const haveImagesChanged = (study: StudyRow, draft: Pick<DraftRow, 'instancesHash'>): boolean =>
  isChanging(study) || draft.instancesHash !== study.instancesHash
