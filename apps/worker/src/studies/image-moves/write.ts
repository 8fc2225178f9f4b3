import { holdImageMove, type ImageMoveRow, listPatientsApart } from '@readroom/db/patients/image-moves'
import { lockIntakeStudy, replaceSeries } from '@readroom/db/studies/intake/intake-studies'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { noteRenewal, noteReunion, noteSplit } from '@readroom/domain/patients/image-moves-done'
import type { IntakeTx } from '../intake/answer.ts'
import type { Snapshot } from '../intake/snapshot.ts'
import { takeIn } from '../intake/take-in.ts'

type Written = {
  move: ImageMoveRow
  /** The archive's state of the study that the images are in now. */
  snapshot: Snapshot
  /** The SOP Instance UIDs of the moved images. */
  images: readonly string[]
}

const asKnown = { replaced: false, mustBeKnown: false }

/** Returns the move as it is. Throws if it was turned around since the archive was asked. */
async function held(tx: IntakeTx, { id, state }: ImageMoveRow): Promise<ImageMoveRow> {
  const move = await holdImageMove(tx, id, [state])
  if (!move) throw new Error('the move of images was turned around')
  return move
}

/** Writes the study that was split off: its laboratory is that of the study that its images came with. */
export async function writeSplit(begun: IntakeTx, { move, snapshot, images }: Written): Promise<void> {
  const [tx, source] = await lockAnyStudy(begun, move.studyId)
  if (!source) return
  const present = await held(begun, move)
  const { labId, callingAeTitle, patientRowId } = source
  const apart = [patientRowId, ...(await listPatientsApart(tx, source.id))]
  const told = snapshot.told && { ...snapshot.told, callingAeTitle }
  await takeIn(tx, { ...snapshot, told }, { ...asKnown, splitFrom: { labId, apart } })
  const [, other] = await lockIntakeStudy(tx, snapshot.orthancId)
  if (other) await noteSplit(tx, { move: present, source, other, images })
}

/** Writes that the images are back in the study that they came with. */
export async function writeReunion(begun: IntakeTx, { move, snapshot }: Written): Promise<void> {
  const [tx, source] = await lockAnyStudy(begun, move.studyId)
  if (!source) return
  const present = await held(begun, move)
  if (present.otherStudyId === null) return
  if (await noteReunion(tx, present)) await takeIn(tx, snapshot, asKnown)
}

/** Writes that a study is under another study UID in the archive, or under its former one again. */
export async function writeRenewal(begun: IntakeTx, { move, snapshot, images }: Written): Promise<void> {
  const [tx, study] = await lockAnyStudy(begun, move.studyId)
  if (!study) return
  const present = await held(begun, move)
  await noteRenewal(tx, { move: present, study, orthancId: snapshot.orthancId, images: images.length })
  await replaceSeries(tx, study.id, snapshot.series)
  await takeIn(tx, snapshot, asKnown)
}
