import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { retryUnknownAeTitle } from '@readroom/db/queries/intake'
import { findLabName } from '@readroom/db/queries/labs'
import {
  findCallingAeTitle,
  type LocatedStudy,
  listUnlocated,
  locateStudy,
  lockStudiesInOrder,
  movePatient,
} from '@readroom/db/queries/study-locations'
import { tellNewLab } from './critical-results.ts'
import { takeDocumentsAlong } from './documents.ts'
import { patientOfImages } from './patients.ts'
import { endShareLinksOfLab } from './sharing.ts'
import { transition } from './transition.ts'

/** Patients are locked in one order too. */
const byPatient = (one: LocatedStudy, other: LocatedStudy) =>
  (one.study.dicomPatientId ?? '') < (other.study.dicomPatientId ?? '') ? -1 : 1

async function findPatientOf(tx: Tx, { study, patient }: LocatedStudy, labId: string): Promise<string> {
  if (study.dicomPatientId !== null) {
    const { dicomPatientId: patientId, dicomPatientName: name, dicomPatientBirthDate: birthDate, dicomPatientSex: sex } = study
    return patientOfImages(tx, { labId, patientId, identity: { name, birthDate, sex }, study })
  }
  await movePatient(tx, patient.id, labId)
  return patient.id
}

async function locate(tx: Tx, actor: Actor, located: LocatedStudy, labId: string): Promise<void> {
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

async function locateAll(tx: Tx, actor: Actor, located: LocatedStudy[], labId: string): Promise<number> {
  const moving = located.filter(({ study }) => study.labId !== labId).sort(byPatient)
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
 * title that have none follow. Answers how many changed.
 */
export async function setLocation(
  tx: Tx,
  actor: Actor,
  { studyId, locationId, others }: { studyId: string; locationId: string; others: boolean },
): Promise<number> {
  await checkLab(tx, locationId)
  const callingAeTitle = await findCallingAeTitle(tx, studyId)
  const following = others && callingAeTitle !== null ? await listUnlocated(tx, callingAeTitle) : []
  const located = await lockStudiesInOrder(tx, [studyId, ...following])
  if (!located.some(({ study }) => study.id === studyId)) throw new AppError('STUDY_NOT_FOUND')
  return locateAll(
    tx,
    actor,
    located.filter((each) => each.study.id === studyId || isUnlocated(each)),
    locationId,
  )
}

/** Gives a laboratory all studies of an AE title that have none. Answers how many. */
export async function claimStudies(
  tx: Tx,
  actor: Actor,
  { labId, aeTitle }: { labId: string; aeTitle: string },
): Promise<number> {
  await checkLab(tx, labId)
  await retryUnknownAeTitle(tx, aeTitle)
  const located = await lockStudiesInOrder(tx, await listUnlocated(tx, aeTitle))
  return locateAll(tx, actor, located.filter(isUnlocated), labId)
}
