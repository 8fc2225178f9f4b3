import { statusTable } from '@readroom/contracts/study-workflow'
import type { Tx } from '@readroom/db/client'
import {
  appendImagesEvent,
  findLabOfAeTitle,
  type IntakeStudy,
  insertIntakeStudy,
  lockIntakeStudy,
  renamePatient,
  replaceSeries,
  type StudyDescription,
  updateIntakeStudy,
  upsertPatient,
} from '@readroom/db/queries/intake-studies'
import { emit } from '@readroom/domain/outbox'
import { sql } from 'drizzle-orm'
import type { Entry } from './answer.ts'
import { orderModalities } from './dicom-values.ts'
import { watchingSenders } from './lab-conflict.ts'
import type { Snapshot } from './snapshot.ts'
import { UnknownAeTitle } from './unknown-ae-title.ts'

type Told = NonNullable<Snapshot['told']>

const clock = sql`clock_timestamp()`

/**
 * Makes the study's row say what the archive says. Taking the same in again changes nothing.
 * `replaced`: the archive made the study anew, so its images may say something else than those before.
 */
export async function takeIn(
  tx: Tx,
  snapshot: Snapshot,
  { replaced, mustBeKnown }: Entry & { replaced: boolean },
): Promise<void> {
  await watchingSenders(tx, snapshot, async () => {
    const study = await lockIntakeStudy(tx, snapshot.orthancId)
    if (study) await refresh(tx, study, snapshot, replaced || study.imagesMissingAt !== null)
    else await receive(tx, snapshot, mustBeKnown)
  })
}

/** What a study's row says about the number and kind of its images. */
export const counts = ({ series, imageCount }: Snapshot) => ({
  seriesCount: series.length,
  imageCount,
  modalities: orderModalities(series.map(({ modality }) => modality)),
})

/** The laboratory that the images came from, and its patient. */
async function findOwner(tx: Tx, { callingAeTitle, description }: Told) {
  const { patientId, patientName: fullName, patientSex: sex, patientBirthDate: birthDate } = description
  const labId = callingAeTitle === null ? null : await findLabOfAeTitle(tx, callingAeTitle)
  return { callingAeTitle, labId, patientRowId: await upsertPatient(tx, { labId, patientId, fullName, sex, birthDate }) }
}

async function receive(tx: Tx, snapshot: Snapshot, mustBeKnown: boolean): Promise<void> {
  const { orthancId, told, series } = snapshot
  if (!told) throw new Error('a new study needs what its images say')
  const { studyInstanceUid, description } = told
  const owner = await findOwner(tx, told)
  if (mustBeKnown && owner.labId === null && told.callingAeTitle !== null) throw new UnknownAeTitle(told.callingAeTitle)
  const seen = { receivedAt: clock, lastImageAt: clock }
  const values = { orthancId, studyInstanceUid, ...owner, ...description, ...counts(snapshot), ...seen }
  const studyId = await insertIntakeStudy(tx, values)
  await replaceSeries(tx, studyId, series)
  await emit(tx, { type: 'study.received', studyId })
}

async function refresh(tx: Tx, study: IntakeStudy, snapshot: Snapshot, replaced: boolean): Promise<void> {
  const before = { imagesBefore: study.imageCount, images: snapshot.imageCount }
  const returned = study.imagesMissingAt !== null
  const otherImages =
    study.settledAt === null
      ? study.imageCount !== snapshot.imageCount || study.seriesCount !== snapshot.series.length
      : study.instancesHash !== snapshot.instancesHash
  if (!otherImages && !returned && !(replaced && snapshot.told)) return

  const isLost = snapshot.imageCount < study.imageCount
  const isLate = otherImages && !isLost && isLateFor(study)
  await updateIntakeStudy(tx, study.id, {
    ...counts(snapshot),
    ...(snapshot.told ? await corrected(tx, study, snapshot.told, replaced) : {}),
    ...(otherImages ? { settledAt: null } : {}),
    ...((otherImages && !isLost) || (returned && study.settledAt === null) ? { lastImageAt: clock } : {}),
    ...(isLate && hasLeftPending(study) ? { newImagesAt: clock } : {}),
    ...(returned ? { imagesMissingAt: null } : {}),
  })
  await replaceSeries(tx, study.id, snapshot.series)
  if (returned) await appendImagesEvent(tx, study, 'images_returned', before)
  if (isLate) await appendImagesEvent(tx, study, 'images_added', before)
  if (otherImages && isLost) await appendImagesEvent(tx, study, 'images_missing', before)
  if (returned || isLate || replaced || isWorthTelling(study, snapshot)) {
    await emit(tx, { type: 'study.changed', studyId: study.id, formerDoctorIds: [] })
  }
}

const hasLeftPending = ({ status }: IntakeStudy) => statusTable[status].category !== 'pending'

/** Late: the study was complete once, or somebody took it in hand before it was. */
function isLateFor(study: IntakeStudy): boolean {
  return study.settledAt !== null || (hasLeftPending(study) && study.newImagesAt === null)
}

/** While hundreds of images arrive, worklists hear of new series and of counts that grew by half. */
function isWorthTelling(study: IntakeStudy, { series, imageCount }: Snapshot): boolean {
  return series.length !== study.seriesCount || imageCount < study.imageCount || imageCount >= study.imageCount * 1.5
}

/** What later images add. They only fill gaps, for a person may have corrected the rest; a study that was made anew speaks for itself. */
async function corrected(tx: Tx, study: IntakeStudy, told: Told, replaced: boolean) {
  const isUnowned = study.callingAeTitle === null && study.labId === null && told.callingAeTitle !== null
  const owner = isUnowned ? await findOwner(tx, told) : {}
  if (!replaced) return { ...fillGaps(study, told.description), ...owner }
  const { patientName } = told.description
  if (patientName !== study.patientName) await renamePatient(tx, study, patientName)
  return { ...told.description, ...owner }
}

function fillGaps(study: StudyDescription, told: StudyDescription): StudyDescription {
  return {
    patientId: study.patientId ?? told.patientId,
    patientName: study.patientName ?? told.patientName,
    patientSex: study.patientSex ?? told.patientSex,
    patientBirthDate: study.patientBirthDate ?? told.patientBirthDate,
    patientAge: study.patientAge ?? told.patientAge,
    accessionNumber: study.accessionNumber ?? told.accessionNumber,
    description: study.description ?? told.description,
    referringPhysician: study.referringPhysician ?? told.referringPhysician,
    institution: study.institution ?? told.institution,
    studyDate: study.studyDate ?? told.studyDate,
    studyTime: study.studyTime ?? told.studyTime,
  }
}
