import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Locked } from '@readroom/db/core/locks'
import { lockPatientIds } from '@readroom/db/patients/patients'
import { findLabName } from '@readroom/db/people/labs'
import { retryUnknownAeTitle } from '@readroom/db/studies/intake/intake'
import { forgetKnownSenders, listLateClaims, listStudiesOfUnknownSender } from '@readroom/db/studies/intake/unknown-senders'
import { lockStudies, type StudyRow } from '@readroom/db/studies/studies'
import { findCallingAeTitle, listUnlocated, movePatient } from '@readroom/db/studies/study-locations'
import { patientOfImages } from '../patients/patients.ts'
import { moveStudies } from '../patients/study-moves.ts'
import { contestStudy } from '../studies/lab-conflicts.ts'

type LocatingTx = Locked<Before<'study'>, 'study'>

/** People are locked in the order of their patient IDs. */
const byPatient = (one: StudyRow, other: StudyRow) => ((one.dicomPatientId ?? '') < (other.dicomPatientId ?? '') ? -1 : 1)

/** Returns the patient of a study's images in a laboratory. A patient without an ID is the study's own, and moves with it. */
async function findPatientIn(tx: Before<'patientId'>, labId: string, study: StudyRow): Promise<string> {
  const { dicomPatientId: patientId, dicomPatientName: name, dicomPatientBirthDate: birthDate, dicomPatientSex: sex } = study
  const [, patientRowId] =
    patientId === null
      ? await movePatient(tx, study.patientRowId, labId)
      : await patientOfImages(tx, { labId, patientId, identity: { name, birthDate, sex }, study })
  return patientRowId
}

async function locateAll(begun: LocatingTx, actor: Actor, studies: readonly StudyRow[], labId: string): Promise<number> {
  const moving = studies.filter((study) => study.labId !== labId).toSorted(byPatient)
  const ids = moving.flatMap(({ dicomPatientId }) => dicomPatientId ?? [])
  // All patient IDs at once, so that nobody waits to take one of them again.
  const [tx] = await lockPatientIds(
    begun,
    ids.map((patientId) => ({ labId, patientId })),
  )
  await moveStudies(tx, {
    mover: { userId: actor.userId, address: actor.address, decidesConflict: true },
    studies: moving,
    destinationOf: async (study) => ({ labId, patientRowId: await findPatientIn(tx, labId, study) }),
  })
  return moving.length
}

async function checkLab(tx: Tx, labId: string): Promise<void> {
  if ((await findLabName(tx, labId)) === null) throw new AppError('LAB_NOT_FOUND')
}

/** Still without a laboratory, now that it is locked. */
const isUnlocated = (study: StudyRow) => study.labId === null && study.labConflictAt === null

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
  const [tx, located] = await lockStudies(begun, [studyId, ...following])
  if (!located.some(({ id }) => id === studyId)) throw new AppError('STUDY_NOT_FOUND')
  const chosen = located.filter((study) => study.id === studyId || isUnlocated(study))
  const changed = await locateAll(tx, actor, chosen, locationId)
  await forgetKnownSenders(
    tx,
    chosen.map(({ id }) => id),
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
  const [tx, located] = await lockStudies(begun, [...unlocated, ...late])
  const own = located.filter((study) => unlocated.includes(study.id) && isUnlocated(study))
  const changed = await locateAll(tx, actor, own, labId)
  await contestLateClaims(
    tx,
    located.map(({ id }) => id),
  )
  return changed
}
