import { AppError } from '@readroom/contracts/core/errors'
import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { Actor } from '@readroom/db/core/actor'
import type { Before } from '@readroom/db/core/locks'
import { storeDraftAnnotations } from '@readroom/db/reading/annotations'
import { renewHold } from '@readroom/db/reading/report-drafts'
import { ownsSeries } from '@readroom/db/studies/studies'
import { type Held, lockHeldDraft } from './report-writing.ts'

/**
 * Keeps what the actor has drawn on the images while writing the report (docs/decisions/reading/annotations.md). A text need not have been begun.
 * Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, ANNOTATION_NOT_IN_STUDY.
 */
export async function keepAnnotations(
  begun: Before<'study'>,
  actor: Actor,
  input: Held & { annotations: Annotations },
): Promise<void> {
  const { tx, study } = await lockHeldDraft(begun, actor, input)
  const seriesUids = new Set(input.annotations.map(({ seriesInstanceUid }) => seriesInstanceUid))
  for (const uid of seriesUids) if (!(await ownsSeries(tx, study.id, uid))) throw new AppError('ANNOTATION_NOT_IN_STUDY')
  await storeDraftAnnotations(tx, { studyId: study.id, annotations: input.annotations, savedBy: actor.userId })
  await renewHold(tx, { studyId: study.id, sessionId: actor.sessionId })
}
