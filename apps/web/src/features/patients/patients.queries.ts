import { unknownPatientId } from '@readroom/contracts/documents'
import { type PatientRecord, type PatientSave, patientEndpoints } from '@readroom/contracts/patients'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { ApiError, serverMessageOf } from '../../lib/api/api-error.ts'

export type RecordKey = { patientId: string | null; studyId: string | undefined }

const inputOf = ({ patientId, studyId }: RecordKey) => ({
  params: { patientId: patientId ?? unknownPatientId },
  query: { studyId },
})

export const recordKeys = {
  all: ['patients', 'record'] as const,
  one: ({ patientId, studyId }: RecordKey) => [...recordKeys.all, studyId ?? patientId] as const,
}

export function recordOptions(key: RecordKey) {
  const queryKey = recordKeys.one(key)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<PatientRecord> => {
      const options = { signal, background: client.getQueryData(queryKey) !== undefined }
      return (await api.call(patientEndpoints.record, inputOf(key), options)).data
    },
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
  })
}

export const savePatient = (key: RecordKey, save: PatientSave) => api.call(patientEndpoints.save, { ...inputOf(key), body: save })

/** Specification 8: why a record did not come. */
export function loadFailure(error: unknown, patientId: string | null): string {
  if (error instanceof ApiError && error.status === 404)
    return `Patient with ID "${patientId ?? unknownPatientId}" not found. The patient ID may have been changed or the patient may not exist.`
  if (error instanceof ApiError && error.code === 'PATIENT_AMBIGUOUS') return error.message
  return 'An error occurred while fetching patient details'
}

/** Specification 8: why a record was not saved. */
export function saveFailure(error: unknown, patientId: string | null): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 403) return 'Access denied: You do not have permission to perform this action'
  if (status === 404) return `Patient with ID "${patientId ?? unknownPatientId}" not found. Please refresh and try again.`
  const reason = serverMessageOf(error)
  return reason ? `Failed to save: ${reason}` : 'Failed to save patient information'
}
