import { AppError } from '@readroom/contracts/core/errors'
import type { PatientRecord, PatientSave } from '@readroom/contracts/patients/patients'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { lockPatientStudies, readStudyDetails, writeStudyDetails, writeStudyRecord } from '@readroom/db/patients/patient-record'
import { lockPatient, type PatientRow } from '@readroom/db/patients/patients'
import { listStudiesOfSubject } from '@readroom/db/privacy/privacy'
import { findStudy, listHeldStudies, type StudyRow } from '@readroom/db/studies/studies'
import { findVisiblePatient, type PatientKey } from '../access/patient-access.ts'
import { prioritize } from '../studies/studies.ts'
import { changeMarks } from '../studies/study-marks.ts'
import { transition } from '../studies/transition.ts'
import { fingerprintOf } from './identity-studies.ts'
import { rematchStudies } from './matching/order-matches.ts'
import { type FieldChange, patientChanges, sharedPart, studyChanges } from './patient-changes.ts'
import { correctPatient } from './patients.ts'

/** The result of a save: the changed fields of the patient, of the study, and of the other studies of the visit that follow it. */
export type SavedRecord = {
  patientId: string | null
  version: PatientRecord['version']
  changed: Set<string>
}

const asSet = <Set extends object>(changes: { set: Set }[]): Set => Object.assign({}, ...changes.map(({ set }) => set))
const said = ({ field, before, after }: FieldChange): FieldChange => ({ field, before, after })

/** Locks what a save touches. A change of the patient shows on all of their studies. */
async function lockRecord(
  begun: Before<'study'>,
  actor: Actor,
  { patientRowId, named }: { patientRowId: string; named: string[] | null },
) {
  const [withStudies, locked] = await lockPatientStudies(begun, patientRowId, named)
  const [tx, patient] = await lockPatient(withStudies, patientRowId)
  if (!patient) throw new AppError('PATIENT_NOT_FOUND')
  const find = async (studyId: string): Promise<StudyRow> => {
    const study = locked.some(({ id }) => id === studyId) ? await findStudy(tx, actor, studyId) : null
    if (!study) throw new AppError('PATIENT_NOT_FOUND')
    return study
  }
  return { tx, patient, find, studyIds: locked.map(({ id }) => id) }
}

/** Writes what a save changes of one study, as one event. Returns the fields, with those of the patient that came with it. */
async function saveStudy(
  tx: Tx<'study'>,
  actor: Actor,
  study: StudyRow,
  save: PatientSave,
  ofPatient: FieldChange[],
): Promise<string[]> {
  const { row, details, priority, caseType, marks, isReset } = studyChanges(save, study, await readStudyDetails(tx, study.id))
  const changes = [...ofPatient, ...row.map(said), ...details.map(said)]
  const { userId: actorUserId } = actor
  const all = [...changes.map(({ field }) => field), ...(priority ? ['priorityLevel'] : []), ...(isReset ? ['reset'] : [])]
  if (all.length === 0) return []
  await writeStudyDetails(tx, study.id, actorUserId, asSet(details))
  let present = all.length > ofPatient.length ? await writeStudyRecord(tx, study.id, asSet(row)) : study
  // The study may be another patient's later, whose record this was not.
  const edited = { changes, patientRowId: study.patientRowId }
  if (changes.length > 0) present = await transition(tx, present, 'edited', { actorUserId, details: edited })
  present = await prioritize(tx, present, { priority, caseType }, actorUserId)
  present = await changeMarks(tx, actor, present, marks)
  if (isReset) await transition(tx, present, 'reset', { actorUserId, details: { withdrawn: false } })
  const target = { type: 'study', id: study.id }
  await audit(tx, actor, { action: 'record.saved', target, details: { changed: all } })
  return all
}

const identityParts = ['fullName', 'gender', 'dateOfBirth', 'patientId'] as const

const correctsIdentity = ({ patientInfo }: PatientSave): boolean =>
  identityParts.some((field) => patientInfo?.[field] !== undefined)

/** Throws RECORD_STALE if the correction would touch other names, birth dates or studies than those that were listed. */
async function checkTouched(tx: Tx, patientRowId: string, { version }: PatientSave): Promise<void> {
  if (version.studies === undefined) return
  const touched = await listStudiesOfSubject(tx, patientRowId)
  if (fingerprintOf(touched) !== version.studies) throw new AppError('RECORD_STALE')
}

async function savePatient(
  tx: Tx<'study' | 'patient'>,
  actor: Actor,
  patient: PatientRow,
  study: StudyRow,
  save: PatientSave,
): Promise<FieldChange[]> {
  const changes = patientChanges(save, patient, study)
  if (changes.length === 0) return []
  await correctPatient(tx, actor, { patient, correction: asSet(changes) })
  return changes.map(said)
}

/**
 * Saves what differs of a patient's record and of one study of theirs, and the shared part of it for other studies of the same visit.
 * Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS, RECORD_STALE if somebody else saved since `version` was read, PATIENT_ID_TAKEN,
 * INVALID_TRANSITION. Nothing is written then.
 */
export async function savePatientRecord(
  begun: Before<'study'>,
  actor: Actor,
  { save, ...key }: PatientKey & { save: PatientSave },
): Promise<SavedRecord> {
  const visible = await findVisiblePatient(begun, actor, key)
  const [patientRowId, studyId] = [visible.patient.id, visible.study.id]
  const others = (save.alsoStudies ?? []).filter((other) => other.studyId !== studyId)
  const touchesPatient = Object.keys(save.patientInfo ?? {}).some((field) => field !== 'age')
  const named = touchesPatient ? null : [studyId, ...others.map((other) => other.studyId)]
  const { tx, patient, find, studyIds } = await lockRecord(begun, actor, { patientRowId, named })
  const study = await find(studyId)
  if (patient.version !== save.version.patient || study.recordVersion !== save.version.study) throw new AppError('RECORD_STALE')

  if (correctsIdentity(save)) await checkTouched(tx, patientRowId, save)
  const ofPatient = await savePatient(tx, actor, patient, study, save)
  const changed = new Set(await saveStudy(tx, actor, await find(studyId), save, ofPatient))
  for (const other of others) {
    const row = await find(other.studyId)
    if (row.recordVersion !== other.version) throw new AppError('RECORD_STALE')
    for (const field of await saveStudy(tx, actor, row, sharedPart(save), [])) changed.add(field)
  }
  // Another accession number or patient may be that of another order.
  await rematchStudies(tx, await listHeldStudies(tx, correctsIdentity(save) ? studyIds : [studyId]))
  const now = await find(studyId)
  return {
    patientId: now.patientId,
    version: {
      patient: patient.version + (ofPatient.length > 0 ? 1 : 0),
      study: now.recordVersion,
      studies: fingerprintOf(await listStudiesOfSubject(tx, patientRowId)),
    },
    changed,
  }
}
