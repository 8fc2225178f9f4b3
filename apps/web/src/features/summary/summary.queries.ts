import type { WorklistRow } from '@readroom/contracts/studies'
import { summaryEndpoints } from '@readroom/contracts/summary'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** How a patient without an id is asked for, beside the study. */
const unknownId = 'N/A'

export function summaryOptions({ _id: studyId, patientId }: Pick<WorklistRow, '_id' | 'patientId'>) {
  const queryKey = ['patients', 'summary', studyId] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const input = { params: { patientId: patientId ?? unknownId }, query: { studyId } }
      const options = { signal, background: client.getQueryData(queryKey) !== undefined }
      return (await api.call(summaryEndpoints.read, input, options)).data
    },
  })
}
