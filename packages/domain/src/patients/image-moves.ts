import { AppError } from '@readroom/contracts/core/errors'
import type { SplitReport } from '@readroom/contracts/patients/image-moves'
import { isReported } from '@readroom/contracts/studies/study-workflow'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  findImageMove,
  type ImageMoveRow,
  insertImageMove,
  listMovesOfStudy,
  updateImageMove,
} from '@readroom/db/patients/image-moves'
import { hasStandingReport, listStudyPeople } from '@readroom/db/patients/study-people'
import { countKeepingApart } from '@readroom/db/privacy/erasure'
import { findStudy, listStudyIdsOfUid, listTwinIds, lockStudies, type StudyRow } from '@readroom/db/studies/studies'
import { emitChanged, emitJob } from '../core/outbox.ts'
import { requestArchiving } from '../reports/report-archive.ts'
import { withdrawAndAnnounce } from '../reports/report-notices.ts'
import { withdrawReport } from '../reports/withdrawal.ts'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { distinct, hashOfIdentity, keyOf, saysNothing } from './image-identities.ts'
import { compareIdentities, type Identity } from './patient-identity.ts'
import { versionOf } from './study-people.ts'

async function demandNoneUnderWay(tx: Tx<'study'>, studyId: string): Promise<void> {
  const moves = await listMovesOfStudy(tx, studyId)
  if (moves.some(({ state }) => state === 'moving' || state === 'returning')) throw new AppError('IMAGES_MOVING')
}

const personOfRow = ({ dicomPatientName, dicomPatientBirthDate, dicomPatientSex }: StudyRow): Identity => ({
  name: dicomPatientName,
  birthDate: dicomPatientBirthDate,
  sex: dicomPatientSex,
})

/**
 * Carries out the decision about the report: no machine can tell whose images it is about. A report that names somebody else than those who stay cannot
 * stay. Throws SPLIT_REPORT_UNDECIDED, SPLIT_REPORT_OF_OTHER.
 */
async function decideReport(
  begun: Before<'study'>,
  tx: Tx<'study'>,
  actor: Actor,
  { study, staying, report }: { study: StudyRow; staying: readonly Identity[]; report: SplitReport | null },
): Promise<void> {
  if (!(await hasStandingReport(tx, study.id))) return
  if (report === null) throw new AppError('SPLIT_REPORT_UNDECIDED')
  if (report === 'stays') {
    const named = personOfRow(study)
    if (!staying.some((person) => compareIdentities(person, named).agreement === 'same'))
      throw new AppError('SPLIT_REPORT_OF_OTHER')
    return
  }
  if (isReported(study.status)) {
    const reason = 'The images were of several people. The study was split.'
    return withdrawReport(begun, actor, { studyId: study.id, reason })
  }
  await withdrawAndAnnounce(tx, study.id, actor.userId)
  await requestArchiving(tx, study.id)
}

export type WantedSplit = {
  studyId: string
  /** Of the list of people that was decided about. */
  version: string
  /** Those whose images leave the study. */
  people: readonly Identity[]
  /** Null: the study has no report. */
  report: SplitReport | null
  /** The study UID of the new study. */
  newStudyUid: string
}

/**
 * Decides that images of other people leave a study for one of their own. The archive follows by a job. Throws STUDY_NOT_FOUND, STUDY_PEOPLE_CHANGED,
 * SPLIT_LEAVES_NOBODY, IMAGES_MOVING, and what `decideReport` throws.
 */
export async function splitStudy(begun: Before<'study'>, actor: Actor, wanted: WantedSplit): Promise<void> {
  const { studyId, version, report, newStudyUid } = wanted
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const listed = await listStudyPeople(tx, studyId)
  const leaving = new Set(wanted.people.map(keyOf))
  const isCurrent = leaving.size > 0 && study.severalPeopleAt !== null && versionOf(listed) === version
  if (!isCurrent || ![...leaving].every((key) => listed.some((one) => keyOf(one) === key)))
    throw new AppError('STUDY_PEOPLE_CHANGED')
  await demandNoneUnderWay(tx, studyId)
  const staying = distinct(listed).filter((person) => !leaving.has(keyOf(person)) && !saysNothing(person))
  if (staying.length === 0) throw new AppError('SPLIT_LEAVES_NOBODY')
  await decideReport(begun, tx, actor, { study, staying, report })
  const moveId = await insertImageMove(tx, {
    kind: 'split',
    studyId,
    fromOrthancId: study.orthancId,
    fromStudyUid: study.studyInstanceUid,
    toStudyUid: newStudyUid,
    identities: wanted.people.map(hashOfIdentity),
    decidedBy: actor.userId,
  })
  await emitJob(tx, 'images.move', { moveId })
  await emitChanged(tx, studyId)
  const details = { moveId, people: leaving.size, report }
  await audit(tx, actor, { action: 'study.split', target: { type: 'study', id: studyId }, details })
}

/**
 * Decides that the images of a split-off study go back to the study that they came with. Throws SPLIT_NOT_FOUND, IMAGES_MOVING, and SPLIT_IN_USE while
 * it has a report, a draft or a critical result: these are about one person, and the study would be of several again.
 */
async function undoSplit(begun: Before<'study'>, actor: Actor, moveId: string): Promise<void> {
  const found = await findImageMove(begun, moveId)
  if (found?.kind !== 'split' || found.otherStudyId === null) throw new AppError('SPLIT_NOT_FOUND')
  const [tx] = await lockStudies(begun, [found.studyId, found.otherStudyId])
  const move = await findImageMove(tx, moveId)
  if (!move || move.otherStudyId === null) throw new AppError('SPLIT_NOT_FOUND')
  await demandNoneUnderWay(tx, move.studyId)
  await demandNoneUnderWay(tx, move.otherStudyId)
  if (await isInUse(tx, move.otherStudyId)) throw new AppError('SPLIT_IN_USE')
  await updateImageMove(tx, moveId, { state: 'returning', undoneBy: actor.userId })
  await emitJob(tx, 'images.move', { moveId })
  for (const id of [move.studyId, move.otherStudyId]) await emitChanged(tx, id)
  await audit(tx, actor, { action: 'study.split_undone', target: { type: 'study', id: move.studyId }, details: { moveId } })
}

/** Decides that a study gets its former UID again. Throws SPLIT_NOT_FOUND, IMAGES_MOVING, IMAGES_MISSING, and UID_IN_USE after a later move. */
async function undoRenewal(begun: Before<'study'>, actor: Actor, { id: moveId, studyId, fromStudyUid }: ImageMoveRow) {
  const twinIds = await listStudyIdsOfUid(begun, fromStudyUid)
  const [tx, locked] = await lockStudies(begun, [...new Set([studyId, ...twinIds])])
  const study = locked.find(({ id }) => id === studyId)
  await demandNoneUnderWay(tx, studyId)
  const move = await findImageMove(tx, moveId)
  if (!study || move?.state !== 'moved') throw new AppError('SPLIT_NOT_FOUND')
  const later = (await listMovesOfStudy(tx, studyId)).filter(({ id, state }) => id > moveId && state !== 'returned')
  if (later.length > 0 || study.studyInstanceUid !== move.toStudyUid) throw new AppError('UID_IN_USE')
  if (study.imagesMissingAt !== null) throw new AppError('IMAGES_MISSING')
  await updateImageMove(tx, moveId, { state: 'returning', undoneBy: actor.userId })
  await emitJob(tx, 'images.move', { moveId })
  await emitChanged(tx, studyId)
  const twins = locked.filter(({ id, studyInstanceUid }) => id !== studyId && studyInstanceUid === fromStudyUid)
  const details = { moveId, otherStudyId: studyId }
  for (const twin of twins) await transition(tx, twin, 'twin_appeared', { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'study.uid_restored', target: { type: 'study', id: studyId }, details: { moveId } })
}

/** Undoes a split or a new UID. Throws what `undoSplit` and `undoRenewal` throw. */
export async function undoMove(begun: Before<'study'>, actor: Actor, moveId: string): Promise<void> {
  const move = await findImageMove(begun, moveId)
  return move?.kind === 'renewal' ? undoRenewal(begun, actor, move) : undoSplit(begun, actor, moveId)
}

/** Reports whether a split-off study has work of its own, or was split again: then it stays. */
export async function isInUse(tx: Tx<'study'>, studyId: string): Promise<boolean> {
  const moves = await listMovesOfStudy(tx, studyId)
  const isSource = moves.some((move) => move.studyId === studyId && move.state !== 'returned')
  return isSource || (await countKeepingApart(tx, studyId)) > 0
}

/**
 * Decides that a study that shares its study UID gets another one. Throws STUDY_NOT_FOUND, IMAGES_MOVING, IMAGES_MISSING, and STUDY_UID_UNIQUE if no
 * other study has it.
 */
export async function renewStudyUid(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, newStudyUid }: { studyId: string; newStudyUid: string },
): Promise<void> {
  if (!(await findStudy(begun, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
  const [tx, locked] = await lockStudies(begun, await listTwinIds(begun, studyId))
  const study = locked.find(({ id }) => id === studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  await demandNoneUnderWay(tx, studyId)
  const twins = locked.filter(({ id, studyInstanceUid }) => id !== studyId && studyInstanceUid === study.studyInstanceUid)
  if (twins.length === 0) throw new AppError('STUDY_UID_UNIQUE')
  // Its place in the archive is known only once images are there.
  if (study.imagesMissingAt !== null) throw new AppError('IMAGES_MISSING')
  const moveId = await insertImageMove(tx, {
    kind: 'renewal',
    studyId,
    fromOrthancId: study.orthancId,
    fromStudyUid: study.studyInstanceUid,
    toStudyUid: newStudyUid,
    identities: [],
    decidedBy: actor.userId,
  })
  await emitJob(tx, 'images.move', { moveId })
  await emitChanged(tx, studyId)
  const details = { moveId, otherStudyId: studyId }
  for (const twin of twins) await transition(tx, twin, 'twin_renewed', { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'study.uid_renewed', target: { type: 'study', id: studyId }, details: { moveId } })
}
