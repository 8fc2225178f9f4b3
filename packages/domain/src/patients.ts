import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import {
  deleteAlias,
  deletePatient,
  findPatientByAlias,
  findPatientById,
  insertAlias,
  insertPatient,
  isPatientIdTaken,
  lockPatient,
  lockStudiesOfPatient,
  type PatientCorrection,
  type PatientRow,
  updatePatient,
} from '@readroom/db/queries/patients'
import { emitChanged } from './outbox.ts'

/**
 * The patient whom images with this id are of, made where there is none. An id that was corrected to another leads to its patient. A missing id
 * never finds anybody else's row.
 */
export async function patientOfImages(
  tx: Tx,
  { labId, patientId }: { labId: string | null; patientId: string | null },
): Promise<string> {
  const made = async () => {
    const id = await insertPatient(tx, { labId, patientId })
    if (id === null) throw new Error('the patient was neither found nor made')
    return id
  }
  if (patientId === null) return made()
  const key = { labId, patientId }
  const known = (await findPatientByAlias(tx, key)) ?? (await findPatientById(tx, key))
  if (known !== null) return known
  const inserted = await insertPatient(tx, key)
  // Somebody may have corrected the id, or made the patient, while we waited for the row's place.
  const corrected = await findPatientByAlias(tx, key)
  if (corrected === null) return inserted ?? (await findPatientById(tx, key)) ?? made()
  if (inserted !== null) await deletePatient(tx, inserted)
  return corrected
}

async function changeId(tx: Tx, { id, labId, patientId: former }: PatientRow, wanted: string): Promise<void> {
  if (await isPatientIdTaken(tx, { labId, patientId: wanted }, id)) throw new AppError('PATIENT_ID_TAKEN', { patientId: wanted })
  await deleteAlias(tx, { labId, patientId: wanted }, id)
  if (former !== null) await insertAlias(tx, { labId, patientId: former }, id)
}

/**
 * Corrects what scanners said of a patient; the studies show it at once, and images that arrive late under a former id still find the patient.
 * `version` is the one that was read. Throws PATIENT_NOT_FOUND, CONFLICT, PATIENT_ID_TAKEN.
 */
export async function correctPatient(
  tx: Tx,
  actor: Actor,
  { patientRowId, version, correction }: { patientRowId: string; version: number; correction: PatientCorrection },
): Promise<void> {
  const studyIds = await lockStudiesOfPatient(tx, patientRowId)
  const patient = await lockPatient(tx, patientRowId)
  if (!patient) throw new AppError('PATIENT_NOT_FOUND')
  if (patient.version !== version) throw new AppError('CONFLICT')
  const { patientId } = correction
  if (patientId && patientId !== patient.patientId) await changeId(tx, patient, patientId)
  await updatePatient(tx, patientRowId, correction)
  for (const studyId of studyIds) await emitChanged(tx, studyId)
  const target = { type: 'patient', id: patientRowId }
  await audit(tx, actor, { action: 'patient.corrected', target, details: { changed: Object.keys(correction) } })
}
