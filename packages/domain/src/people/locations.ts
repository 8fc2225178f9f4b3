import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Locked, Passed } from '@readroom/db/core/locks'
import { lockPatientIds } from '@readroom/db/patients/patients'
import { findLabName } from '@readroom/db/people/labs'
import { retryUnknownAeTitle } from '@readroom/db/studies/intake/intake'
import { forgetKnownSenders, listLateClaims, listStudiesOfUnknownSender } from '@readroom/db/studies/intake/unknown-senders'
import {
  findCallingAeTitle,
  type LocatedStudy,
  listUnlocated,
  locateStudy,
  lockStudiesInOrder,
  movePatient,
} from '@readroom/db/studies/study-locations'
import { followToPatient } from '../patients/documents.ts'
import { patientOfImages } from '../patients/patients.ts'
import { tellNewLab } from '../reports/critical-results.ts'
import { sendToNewLab } from '../reports/report-notices.ts'
import { contestStudy } from '../studies/lab-conflicts.ts'
import { endShareLinksOfOtherLabs } from '../studies/sharing.ts'
import { transition } from '../studies/transition.ts'

type LocatingTx = Locked<Before<'study'>, 'study'>
/** Holds all patient IDs, so that nobody waits to take one of them again. */
type WithIds = Locked<LocatingTx, 'patientId'>

/** People are locked in the order of their patient IDs. */
const byPatient = (one: LocatedStudy, other: LocatedStudy) =>
  (one.study.dicomPatientId ?? '') < (other.study.dicomPatientId ?? '') ? -1 : 1

async function findPatientOf(
  tx: WithIds,
  { study, patient }: LocatedStudy,
  labId: string,
): Promise<[tx: Passed<WithIds, 'patient'>, patientRowId: string]> {
  if (study.dicomPatientId !== null) {
    const { dicomPatientId: patientId, dicomPatientName: name, dicomPatientBirthDate: birthDate, dicomPatientSex: sex } = study
    return patientOfImages(tx, { labId, patientId, identity: { name, birthDate, sex }, study })
  }
  return movePatient(tx, patient.id, labId)
}

async function locate(begun: WithIds, actor: Actor, located: LocatedStudy, labId: string): Promise<void> {
  const { study } = located
  const [tx, patientRowId] = await findPatientOf(begun, located, labId)
  await locateStudy(tx, study.id, { labId, patientRowId })
  await followToPatient(tx, { studyId: study.id, from: study.patientRowId, to: patientRowId })
  await endShareLinksOfOtherLabs(tx, labId, study.id)
  await tellNewLab(tx, study.id)
  await sendToNewLab(tx, study.id)
  const details = { labId, formerLabId: study.labId, wasConflict: study.labConflictAt !== null }
  await transition(tx, study, 'lab_set', { actorUserId: actor.userId, details, formerLabId: study.labId })
  await audit(tx, actor, { action: 'study.located', target: { type: 'study', id: study.id }, details })
}

async function locateAll(tx: LocatingTx, actor: Actor, located: LocatedStudy[], labId: string): Promise<number> {
  const moving = located.filter(({ study }) => study.labId !== labId).sort(byPatient)
  const ids = moving.flatMap(({ study }) => study.dicomPatientId ?? [])
  const [withIds] = await lockPatientIds(
    tx,
    ids.map((patientId) => ({ labId, patientId })),
  )
  for (const each of moving) await locate(withIds, actor, each, labId)
  return moving.length
}

async function checkLab(tx: Tx, labId: string): Promise<void> {
  if ((await findLabName(tx, labId)) === null) throw new AppError('LAB_NOT_FOUND')
}

/** Still without a laboratory, now that it is locked. */
const isUnlocated = ({ study }: LocatedStudy) => study.labId === null && study.labConflictAt === null

/**
 * Sets a study's laboratory, which decides between two that claim it; its patient becomes that laboratory's. `others`: all studies of its AE
 * title that have none follow. Returns how many changed.
 */
export async function setLocation(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, locationId, others }: { studyId: string; locationId: string; others: boolean },
): Promise<number> {
  await checkLab(begun, locationId)
  const callingAeTitle = await findCallingAeTitle(begun, studyId)
  const following = others && callingAeTitle !== null ? await listUnlocated(begun, callingAeTitle) : []
  const [tx, located] = await lockStudiesInOrder(begun, [studyId, ...following])
  if (!located.some(({ study }) => study.id === studyId)) throw new AppError('STUDY_NOT_FOUND')
  const chosen = located.filter((each) => each.study.id === studyId || isUnlocated(each))
  const changed = await locateAll(tx, actor, chosen, locationId)
  await forgetKnownSenders(
    tx,
    chosen.map(({ study }) => study.id),
  )
  return changed
}

/** Hides studies with images of another laboratory than their own, whose AE title was registered after they came. */
async function contestLateClaims(tx: Tx<'study'>, studyIds: readonly string[]): Promise<void> {
  for (const { study, labId } of await listLateClaims(tx, studyIds)) {
    if (study.labId !== null) await contestStudy(tx, study, [study.labId, labId])
  }
  await forgetKnownSenders(tx, studyIds)
}

/**
 * Gives a laboratory all studies of an AE title that have none. Those with images under the title that have another laboratory are claimed by both.
 * Returns how many it got.
 */
export async function claimStudies(
  begun: Before<'study'>,
  actor: Actor,
  { labId, aeTitle }: { labId: string; aeTitle: string },
): Promise<number> {
  await checkLab(begun, labId)
  await retryUnknownAeTitle(begun, aeTitle)
  const unlocated = await listUnlocated(begun, aeTitle)
  const late = await listStudiesOfUnknownSender(begun, aeTitle)
  const [tx, located] = await lockStudiesInOrder(begun, [...unlocated, ...late])
  const own = located.filter((each) => unlocated.includes(each.study.id) && isUnlocated(each))
  const changed = await locateAll(tx, actor, own, labId)
  await contestLateClaims(
    tx,
    located.map(({ study }) => study.id),
  )
  return changed
}
