import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Locked } from '@readroom/db/core/locks'
import { lockPatientId } from '@readroom/db/patients/patients'
import { findLabName } from '@readroom/db/people/labs'
import { retryUnknownAeTitle } from '@readroom/db/studies/intake'
import {
  findCallingAeTitle,
  type LocatedStudy,
  listUnlocated,
  locateStudy,
  lockStudiesInOrder,
  movePatient,
} from '@readroom/db/studies/study-locations'
import { takeDocumentsAlong } from '../patients/documents.ts'
import { patientOfImages } from '../patients/patients.ts'
import { tellNewLab } from '../reports/critical-results.ts'
import { endShareLinksOfLab } from '../studies/sharing.ts'
import { transition } from '../studies/transition.ts'

type LocatingTx = Locked<Before<'study'>, 'study'>

/** Patient IDs are locked in one order too. */
const byPatient = (one: LocatedStudy, other: LocatedStudy) =>
  (one.study.dicomPatientId ?? '') < (other.study.dicomPatientId ?? '') ? -1 : 1

async function findPatientOf(tx: LocatingTx, { study, patient }: LocatedStudy, labId: string): Promise<string> {
  if (study.dicomPatientId !== null) {
    const { dicomPatientId: patientId, dicomPatientName: name, dicomPatientBirthDate: birthDate, dicomPatientSex: sex } = study
    return patientOfImages(tx, { labId, patientId, identity: { name, birthDate, sex }, study })
  }
  await movePatient(tx, patient.id, labId)
  return patient.id
}

async function locate(tx: LocatingTx, actor: Actor, located: LocatedStudy, labId: string): Promise<void> {
  const { study } = located
  const patientRowId = await findPatientOf(tx, located, labId)
  await locateStudy(tx, study.id, { labId, patientRowId })
  await takeDocumentsAlong(tx, { studyId: study.id, from: study.patientRowId, to: patientRowId })
  if (study.labId !== null) await endShareLinksOfLab(tx, study.labId, study.id)
  await tellNewLab(tx, study.id)
  const details = { labId, formerLabId: study.labId, wasConflict: study.labConflictAt !== null }
  await transition(tx, study, 'lab_set', { actorUserId: actor.userId, details, formerLabId: study.labId })
  await audit(tx, actor, { action: 'study.located', target: { type: 'study', id: study.id }, details })
}

async function locateAll(tx: LocatingTx, actor: Actor, located: LocatedStudy[], labId: string): Promise<number> {
  const moving = located.filter(({ study }) => study.labId !== labId).sort(byPatient)
  // All before the first patient: else one of these IDs could be waited for by somebody who waits for that patient.
  for (const { study } of moving)
    if (study.dicomPatientId !== null) await lockPatientId(tx, { labId, patientId: study.dicomPatientId })
  for (const each of moving) await locate(tx, actor, each, labId)
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
  return locateAll(
    tx,
    actor,
    located.filter((each) => each.study.id === studyId || isUnlocated(each)),
    locationId,
  )
}

/** Gives a laboratory all studies of an AE title that have none. Returns how many. */
export async function claimStudies(
  begun: Before<'study'>,
  actor: Actor,
  { labId, aeTitle }: { labId: string; aeTitle: string },
): Promise<number> {
  await checkLab(begun, labId)
  await retryUnknownAeTitle(begun, aeTitle)
  const [tx, located] = await lockStudiesInOrder(begun, await listUnlocated(begun, aeTitle))
  return locateAll(tx, actor, located.filter(isUnlocated), labId)
}
