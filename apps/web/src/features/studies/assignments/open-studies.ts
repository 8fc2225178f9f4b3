import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { isReported, studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { api } from '../../../lib/api/api.ts'

const openStatuses = studyStatuses.filter((status) => status !== 'archived' && !isReported(status))
const mostStudies = 1_000

/** Returns the first 1,000 studies that a doctor has not reported yet, in the order of work, and how many there are. */
export function fetchOpenStudies(doctorId: string, signal: AbortSignal) {
  const query = { assignedTo: doctorId, workflowStatus: openStatuses.join(','), sort: 'dueDate', limit: mostStudies } as const
  return api.call(studyEndpoints.adminAll, { query }, { signal })
}
