import { type Report, reportEndpoints } from '@readroom/contracts/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import type { Progress } from '../../lib/api/send-multipart.ts'
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

/** A report to look at, kept only as long as somebody does: asking for it is taking it. */
export function reportFileOptions(studyId: string, report: Report, onProgress: (progress: Progress) => void) {
  return queryOptions({
    queryKey: ['reports', 'file', report.id],
    queryFn: async ({ signal }) => {
      const input = { params: { studyId, reportId: report.id } }
      const { blob } = await api.download(reportEndpoints.download, input, { signal, onProgress })
      return new Blob([blob], { type: report.contentType })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
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
