import { unknownPatientId } from '@readroom/contracts/patients/documents'
import { type PatientRecord, patientEndpoints } from '@readroom/contracts/patients/patients'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'

export type RecordKey = { patientId: string | null; studyId: string | undefined }

/** Returns the parameters of the record's endpoints. */
export const recordInput = ({ patientId, studyId }: RecordKey) => ({
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
      return (await api.call(patientEndpoints.record, recordInput(key), options)).data
    },
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
  })
}
