import { unknownPatientId } from '@readroom/contracts/patients/documents'
import { type PatientSave, patientEndpoints } from '@readroom/contracts/patients/patients'
import { api } from '../../../lib/api/api.ts'
import { ApiError, serverMessageOf } from '../../../lib/api/api-error.ts'
import { type RecordKey, recordInput } from '../../../lib/studies/record-queries.ts'

export const savePatient = (key: RecordKey, save: PatientSave) =>
  api.call(patientEndpoints.save, { ...recordInput(key), body: save })

/** Returns the message for a record that failed to load. */
export function loadFailure(error: unknown, patientId: string | null): string {
  if (error instanceof ApiError && error.status === 404)
    return `Patient with ID "${patientId ?? unknownPatientId}" not found. The patient ID may have been changed or the patient may not exist.`
  if (error instanceof ApiError && error.code === 'PATIENT_AMBIGUOUS') return error.message
  return 'An error occurred while fetching patient details'
}

/** Returns the message for a record that failed to save. */
export function saveFailure(error: unknown, patientId: string | null): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 403) return 'Access denied: You do not have permission to perform this action'
  if (status === 404) return `Patient with ID "${patientId ?? unknownPatientId}" not found. Please refresh and try again.`
  const reason = serverMessageOf(error)
  return reason ? `Failed to save: ${reason}` : 'Failed to save patient information'
}
