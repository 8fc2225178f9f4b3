import { AppError } from '@readroom/contracts/core/errors'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { type ImageMoveRow, updateImageMove } from '@readroom/db/patients/image-moves'
import { lockPatients } from '@readroom/db/patients/patients'
import { deleteZipsOf, reuniteStudyRows } from '@readroom/db/privacy/erasure'
import { dropAnnotationsOf } from '@readroom/db/reading/annotations'
import { dropKeyImagesOf } from '@readroom/db/reading/key-images'
import { listActiveDoctors } from '@readroom/db/studies/assignments/assignments'
import { updateIntakeStudy } from '@readroom/db/studies/intake/intake-studies'
import { listHeldStudies, lockStudies, type StudyRow } from '@readroom/db/studies/studies'
import type { TablesThatSplit } from '@readroom/db/studies/tables-of-studies'
import { emitChanged } from '../core/outbox.ts'
import { requestArchiving } from '../reports/report-archive.ts'
import { assign, theDealer } from '../studies/assignments/assignments.ts'
import { endShareLinksOfStudy } from '../studies/sharing.ts'
import { transition } from '../studies/transition.ts'
import { followToPatient } from './documents.ts'
import { leaveReview } from './identity-reviews.ts'
import { isInUse } from './image-moves.ts'
import { rematchStudies } from './matching/order-matches.ts'
import { extendHold } from './person-records.ts'

/** A split whose images are in the archive twice: under the study that they came with, and under their own. */
export type Split = {
  move: ImageMoveRow
  source: StudyRow
  other: StudyRow
  /** The SOP Instance UIDs of the images that leave. */
  images: readonly string[]
}

type Effect = (tx: Tx<'study'> & Before<'study'>, split: Split) => Promise<void>

/** Gives the new study to the doctors who have the one that its images came with. One who cannot have studies any more is left out. */
async function copyAssignments(tx: Before<'study'>, { move, source, other }: Split): Promise<void> {
  for (const { doctorId } of await listActiveDoctors(tx, source.id)) {
    const wanted = { studyId: other.id, doctorId, priority: source.priority, mode: 'add' } as const
    await assign(tx, { ...theDealer, userId: move.decidedBy }, wanted).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'DOCTOR_NOT_ASSIGNABLE')) throw error
    })
  }
}

/** The effects on what hangs on a study whose images leave. The catalogue of tables names them (docs/decisions/patients/study-moves.md). */
const atSplit: Record<TablesThatSplit, Effect | null> = {
  zips: (tx, { source }) => deleteZipsOf(tx, [source.id]),
  // With their ZIPs.
  zip_studies: null,
  share_links: (tx, { source }) => endShareLinksOfStudy(tx, source.id),
  key_images: (tx, { source, images }) => dropKeyImagesOf(tx, source.id, images),
  draft_annotations: (tx, { source, images }) => dropAnnotationsOf(tx, source.id, images),
  assignments: copyAssignments,
  // Decided by the person who decides the split.
  reports: null,
}

/** Extends the hold of the patient whose study it was: it was of these images too, and nobody has decided that it ends. */
async function takeHoldAlong(begun: Before<'patient'>, { move, source, other }: Split): Promise<void> {
  const [tx, patients] = await lockPatients(begun, [source.patientRowId, other.patientRowId])
  const [from, into] = [source.patientRowId, other.patientRowId].map((wanted) => patients.find(({ id }) => id === wanted))
  if (!from || !into || from === into || !(await extendHold(tx, { from, into }))) return
  const mover = { userId: move.decidedBy, address: theDealer.address }
  await audit(tx, mover, { action: 'patient.held', target: { type: 'patient', id: into.id } })
}

/**
 * Writes that images have left their study for one of their own, with all that follows. Images that come late only add a line to the history: what hangs
 * on the studies is theirs by now.
 */
export async function noteSplit(tx: Tx<'study'> & Before<'study'>, split: Split): Promise<void> {
  const { move, source, other, images } = split
  const isLate = move.otherStudyId === other.id
  await updateImageMove(tx, move.id, {
    otherStudyId: other.id,
    imageCount: move.imageCount + images.length,
  })
  const event = { actorUserId: isLate ? null : move.decidedBy }
  const details = { moveId: move.id, images: images.length }
  await transition(tx, source, 'images_split', { ...event, details: { ...details, otherStudyId: other.id } })
  await dropKeyImagesOf(tx, source.id, images)
  await dropAnnotationsOf(tx, source.id, images)
  if (isLate) return
  const { readyAt, dueAt, warnAt } = source
  const clock = { readyAt, dueAt, warnAt }
  await transition(tx, other, 'split_from', { ...event, details: { ...details, otherStudyId: source.id, clock } })
  for (const effect of Object.values(atSplit)) await effect?.(tx, split)
  await takeHoldAlong(tx, split)
  await rematchStudies(tx, await listHeldStudies(tx, [source.id, other.id]))
}

/**
 * Writes that the images of a split-off study are back, with what was written to it since; the rest of it goes. Returns false if it has a report or a
 * draft by now: then the split stands.
 */
export async function noteReunion(begun: Tx<'study'> & Before<'study'>, move: ImageMoveRow): Promise<boolean> {
  const ids = [move.studyId, ...(move.otherStudyId === null ? [] : [move.otherStudyId])]
  const [tx, studies] = await lockStudies(begun, ids)
  const [source, other] = ids.map((id) => studies.find((study) => study.id === id))
  if (!source || !other) return true
  if (await isInUse(tx, other.id)) {
    await updateImageMove(tx, move.id, { state: 'moving' })
    return false
  }
  await reuniteStudyRows(tx, { from: other.id, into: source.id })
  await followToPatient(tx, { studyId: source.id, from: other.patientRowId, to: source.patientRowId })
  await leaveReview(tx, other.patientRowId)
  await updateImageMove(tx, move.id, { otherStudyId: null })
  const details = { moveId: move.id, images: move.imageCount }
  await transition(tx, source, 'split_undone', { actorUserId: move.undoneBy, details })
  await emitChanged(tx, other.id, { formerDoctorIds: other.doctorIds, formerLabId: other.labId })
  await rematchStudies(tx, await listHeldStudies(tx, [source.id]))
  return true
}

/**
 * Writes that a study has another study UID and id in the archive, or its former ones again. A UID that it had before still finds it for orders and for
 * images that come late.
 */
export async function noteRenewal(
  tx: Tx<'study'> & Before<'order'>,
  { move, study, orthancId, images }: { move: ImageMoveRow; study: StudyRow; orthancId: string; images: number },
): Promise<void> {
  const isUndone = move.state === 'returning'
  if (!isUndone) await updateImageMove(tx, move.id, { imageCount: move.imageCount + images })
  if (study.orthancId === orthancId) return
  const studyInstanceUid = isUndone ? move.fromStudyUid : move.toStudyUid
  await updateIntakeStudy(tx, study.id, { orthancId, studyInstanceUid, settledAt: null })
  const [event, actorUserId] = isUndone ? (['uid_restored', move.undoneBy] as const) : (['uid_renewed', move.decidedBy] as const)
  await transition(tx, study, event, { actorUserId, details: { moveId: move.id, images } })
  await deleteZipsOf(tx, [study.id])
  await requestArchiving(tx, study.id)
}
