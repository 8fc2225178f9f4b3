import { isDeepStrictEqual } from 'node:util'
import { rowName } from '@readroom/contracts/core/person-names'
import { requestKey } from '@readroom/contracts/orders/request-keys'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import { clockTime } from '@readroom/db/core/database-clock'
import type { Before, Locked } from '@readroom/db/core/locks'
import { listPatientsApart } from '@readroom/db/patients/image-moves'
import { isBeingRemoved } from '@readroom/db/privacy/erasure'
import { forgetDisplayedSeries } from '@readroom/db/reading/displayed-series'
import { forgetImagesOfDraft } from '@readroom/db/reading/report-drafts'
import {
  findLabOfAeTitle,
  type IntakeStudy,
  insertIntakeStudy,
  lockIntakeStudy,
  replaceSeries,
  type StudyDescription,
  updateIntakeStudy,
} from '@readroom/db/studies/intake/intake-studies'
import { listStudyIdsOfUid, lockStudies } from '@readroom/db/studies/studies'
import { bySystem } from '@readroom/domain/access/first-accounts'
import { emitChanged } from '@readroom/domain/core/outbox'
import { matchStudy } from '@readroom/domain/patients/matching/order-matches'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { type Destination, moveStudies } from '@readroom/domain/patients/study-moves'
import { requestArchiving } from '@readroom/domain/reports/report-archive'
import { transition } from '@readroom/domain/studies/transition'
import { orderModalities } from '../headers/dicom-values.ts'
import type { Entry } from './answer.ts'
import { isOfMove } from './image-moves.ts'
import { watchingSenders } from './lab-conflict.ts'
import { watchingPeople } from './people.ts'
import { areSentAnew, type Snapshot } from './snapshot.ts'
import { UnknownAeTitle } from './unknown-ae-title.ts'

type Told = NonNullable<Snapshot['told']>

/** Makes the study's row say what the archive says. Taking the same in again changes nothing. */
export async function takeIn(begun: Before<'study'>, snapshot: Snapshot, entry: Entry): Promise<void> {
  const { replaced } = entry
  // Set aside and asked again: what the archive said may be older than the removal, and what comes after it is taken in as new.
  if (await isBeingRemoved(begun, snapshot.orthancId)) throw new Error('the study is being removed from the archive')
  const write = async () => {
    const [tx, study] = await lockIntakeStudy(begun, snapshot.orthancId)
    if (study) await refresh(tx, study, snapshot, replaced || study.imagesMissingAt !== null)
    else if (entry.splitFrom !== undefined || !(await isOfMove(begun, snapshot))) await receive(begun, snapshot, entry)
  }
  await watchingPeople(begun, snapshot, () => watchingSenders(begun, snapshot, write))
}

/** Returns the columns of a study's row about the number and kind of its images. */
export const counts = ({ series, imageCount }: Snapshot) => ({
  seriesCount: series.length,
  imageCount,
  modalities: orderModalities(series.map(({ modality }) => modality)),
})

/** Returns the orders that the series name, as `replaceSeries` gathers them. */
function requestKeysOf({ series }: Snapshot, { dicomAccessionNumber }: StudyDescription): string[] {
  const own = requestKey('accession', dicomAccessionNumber ?? '')
  return [...new Set(series.flatMap(({ requestKeys }) => requestKeys ?? []))].filter((key) => key !== own)
}

/** The laboratory that the images came from, and its patient. */
async function findOwner<T extends Before<'patientId'>>(begun: T, told: Told, splitFrom?: Entry['splitFrom']) {
  const { callingAeTitle, description } = told
  const sender = async () => (callingAeTitle === null ? null : findLabOfAeTitle(begun, callingAeTitle))
  const labId = splitFrom ? splitFrom.labId : await sender()
  const { apart = [] } = splitFrom ?? {}
  const [tx, patientRowId] = await patientOfImages(begun, { labId, ...identityOf(description), apart })
  return { tx, owner: { labId, patientRowId } }
}

/** Returns the patient's identity according to the images. */
const identityOf = ({ dicomPatientId, dicomPatientName, dicomPatientBirthDate, dicomPatientSex }: StudyDescription) => ({
  patientId: dicomPatientId,
  identity: { name: dicomPatientName, birthDate: dicomPatientBirthDate, sex: dicomPatientSex },
})

/** Reports whether two descriptions name the same patient. A name that is stored without its parts is that of the same words. */
function nameSame(one: StudyDescription, other: StudyDescription): boolean {
  const shown = (description: StudyDescription) =>
    identityOf({ ...description, dicomPatientName: rowName(description.dicomPatientName) })
  return isDeepStrictEqual(shown(one), shown(other))
}

/** Images that say for the first time who their patient is, or otherwise than before, may be another person's. Returns that person, or null. */
async function findOtherPerson(tx: Before<'patientId'>, study: IntakeStudy, told: StudyDescription): Promise<string | null> {
  if (nameSame(study, told)) return null
  const apart = await listPatientsApart(tx, study.id)
  const [, patientRowId] = await patientOfImages(tx, { labId: study.labId, ...identityOf(told), study, apart })
  return patientRowId
}

/**
 * Returns the study's patient, another one if later images name them, and its laboratory if it is known only now. Whose a contested study is, only a
 * person decides.
 */
async function findNewOwner(
  tx: Before<'patientId'>,
  study: IntakeStudy,
  { told, description }: { told: Snapshot['told']; description: StudyDescription | null },
): Promise<Destination> {
  const { patientRowId, labId } = study
  if (!told || !description || study.labConflictAt !== null) return { patientRowId, labId }
  if (isUnowned(study, told)) return (await findOwner(tx, { ...told, description })).owner
  return { labId, patientRowId: (await findOtherPerson(tx, study, description)) ?? patientRowId }
}

async function receive(begun: Before<'study'>, snapshot: Snapshot, { mustBeKnown, splitFrom }: Entry): Promise<void> {
  const { orthancId, told, series } = snapshot
  if (!told) throw new Error('a new study needs what its images say')
  const { studyInstanceUid, callingAeTitle, description, arrivedAt } = told
  const [withTwins, twins] = await lockStudies(begun, await listStudyIdsOfUid(begun, studyInstanceUid))
  const { tx: withPatient, owner } = await findOwner(withTwins, told, splitFrom)
  if (mustBeKnown && owner.labId === null && callingAeTitle !== null) throw new UnknownAeTitle(callingAeTitle)
  const values = {
    orthancId,
    studyInstanceUid,
    callingAeTitle,
    ...owner,
    ...description,
    ...counts(snapshot),
    requestKeys: requestKeysOf(snapshot, description),
    lastImageAt: clockTime,
  }
  const [tx, study] = await insertIntakeStudy(withPatient, values)
  await replaceSeries(tx, study.id, series)
  const details = { arrivedAt: arrivedAt?.toISOString() ?? null }
  const received = await transition(tx, study, 'received', { actorUserId: null, announce: 'study.received', details })
  for (const twin of twins.length > 0 ? [...twins, received] : [])
    await transition(tx, twin, 'twin_appeared', { actorUserId: null, details: { otherStudyId: study.id } })
  await matchStudy(tx, received)
}

async function refresh(
  tx: Locked<Before<'study'>, 'study'>,
  study: IntakeStudy,
  snapshot: Snapshot,
  replaced: boolean,
): Promise<void> {
  const before = { imagesBefore: study.imageCount, images: snapshot.imageCount }
  const returned = study.imagesMissingAt !== null
  const otherImages =
    study.settledAt === null
      ? study.imageCount !== snapshot.imageCount || study.seriesCount !== snapshot.series.length
      : study.instancesHash !== snapshot.instancesHash
  const isAnew = study.settledAt !== null && areSentAnew(study, snapshot)
  // Files of images that are the same, or of which nothing was known.
  const otherFiles = study.settledAt !== null && !otherImages && !isAnew && isOther(study.filesHash, snapshot.filesHash)
  if (!otherImages && !isAnew && !otherFiles && !returned && !(replaced && snapshot.told)) return

  const isLost = snapshot.imageCount < study.imageCount
  const description = snapshot.told ? corrected(study, snapshot.told, replaced) : null
  // Images that were sent anew have their former ids. Another name also shows that the study's ZIP and draft are out of date.
  const isRenamed = description !== null && replaced && !nameSame(study, description)
  const haveCome = (otherImages && !isLost) || isAnew || isRenamed
  const isLate = haveCome && isLateFor(study)
  const isUnsettled = study.settledAt === null
  const owner = await findNewOwner(tx, study, { told: snapshot.told, description })
  await updateIntakeStudy(tx, study.id, {
    ...counts(snapshot),
    ...description,
    ...(snapshot.told && isUnowned(study, snapshot.told) && { callingAeTitle: snapshot.told.callingAeTitle }),
    ...(otherImages || isAnew || isRenamed ? { settledAt: null } : {}),
    ...(isRenamed ? { instancesHash: null } : {}),
    ...(otherFiles ? { filesHash: snapshot.filesHash } : {}),
    ...(haveCome || (returned && isUnsettled) ? { lastImageAt: clockTime } : {}),
    ...(returned ? { imagesMissingAt: null } : {}),
  })
  const [moved = study] = await moveStudies(tx, { mover: bySystem, studies: [study], destinationOf: () => owner })
  await replaceSeries(tx, study.id, snapshot.series)
  if (isRenamed) {
    await forgetImagesOfDraft(tx, study.id)
    await forgetDisplayedSeries(tx, study.id)
  }
  // The archive has lost its copy of the report with the former images.
  if (returned || replaced) await requestArchiving(tx, study.id)
  const events = [
    ...(returned ? (['images_returned'] as const) : []),
    ...(isLate ? (['images_added'] as const) : []),
    ...(otherImages && isLost ? (['images_missing'] as const) : []),
  ]
  let present = moved
  for (const event of events) present = await transition(tx, present, event, { actorUserId: null, details: before })
  if (events.length === 0 && (replaced || isAnew || isWorthTelling(study, snapshot))) await emitChanged(tx, study.id)
}

const isOther = (known: string | null, now: string | null): boolean => now !== null && now !== known

const hasLeftPending = ({ status }: IntakeStudy) => statusTable[status].category !== 'pending'

/** Late: the study was complete once, or somebody took it in hand before it was. */
function isLateFor(study: IntakeStudy): boolean {
  return study.settledAt !== null || (hasLeftPending(study) && study.newImagesAt === null)
}

/** While hundreds of images arrive, worklists hear of new series and of counts that grew by half. */
function isWorthTelling(study: IntakeStudy, { series, imageCount }: Snapshot): boolean {
  return series.length !== study.seriesCount || imageCount < study.imageCount || imageCount >= study.imageCount * 1.5
}

/** Nobody knew yet who sent it, and now somebody says so. */
const isUnowned = (study: IntakeStudy, told: Told) =>
  study.callingAeTitle === null && study.labId === null && told.callingAeTitle !== null

/** Returns the description with the values of later images. They only fill gaps; a study that was made anew replaces it. */
const corrected = (study: IntakeStudy, { description }: Told, replaced: boolean): StudyDescription =>
  replaced ? description : fillGaps(study, description)

/** A missing name is filled, and so are the parts of a name that is stored without them and has the same words. */
const nameOf = (known: string | null, told: string | null) => (known === null || known === rowName(told) ? told : known)

function fillGaps(study: StudyDescription, told: StudyDescription): StudyDescription {
  return {
    dicomPatientId: study.dicomPatientId ?? told.dicomPatientId,
    dicomPatientName: nameOf(study.dicomPatientName, told.dicomPatientName),
    nameUnreadable: study.dicomPatientName === null ? told.nameUnreadable : study.nameUnreadable,
    dicomPatientSex: study.dicomPatientSex ?? told.dicomPatientSex,
    dicomPatientBirthDate: study.dicomPatientBirthDate ?? told.dicomPatientBirthDate,
    dicomPatientAge: study.dicomPatientAge ?? told.dicomPatientAge,
    contradictedAge: study.dicomPatientAge === null ? told.contradictedAge : study.contradictedAge,
    dicomAccessionNumber: study.dicomAccessionNumber ?? told.dicomAccessionNumber,
    dicomDescription: study.dicomDescription ?? told.dicomDescription,
    dicomReferringPhysician: nameOf(study.dicomReferringPhysician, told.dicomReferringPhysician),
    dicomRequestingPhysician: nameOf(study.dicomRequestingPhysician, told.dicomRequestingPhysician),
    dicomOperatorName: nameOf(study.dicomOperatorName, told.dicomOperatorName),
    dicomOrderDate: study.dicomOrderDate ?? told.dicomOrderDate,
    institution: study.institution ?? told.institution,
    studyDate: study.studyDate ?? told.studyDate,
    studyTime: study.studyTime ?? told.studyTime,
  }
}
