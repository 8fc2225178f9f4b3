import { type Report, reportEndpoints } from '@readroom/contracts/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { saveBlob } from '../../lib/save-file.ts'

export const reportsKey = (studyId: string) => ['reports', studyId] as const

export function reportsOptions(studyId: string) {
  return queryOptions({
    queryKey: reportsKey(studyId),
    queryFn: ({ signal }) => api.call(reportEndpoints.list, { params: { studyId } }, { signal }),
    staleTime: 0,
  })
}

/** Fetches a report with the token and hands it to the browser. */
export async function downloadReport(studyId: string, report: Report) {
  try {
    const { blob } = await api.download(reportEndpoints.download, { params: { studyId, reportId: report.id } })
    saveBlob(blob, report.filename)
  } catch (error) {
    notify.error(messageOf(error, 'Failed to download report'))
  }
}

export const deleteReport = (studyId: string, report: Report) =>
  api.call(reportEndpoints.remove, { params: { studyId, reportId: report.id } })
