import { readingEndpoints } from '@readroom/contracts/reading'
import { type Report, reportEndpoints } from '@readroom/contracts/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { messageOf } from '../api/api-error.ts'
import type { Progress } from '../api/send-multipart.ts'
import { notify } from '../notify.tsx'
import { saveBlob } from '../save-file.ts'
import { studyKeys } from './study-cache.ts'

/** While a document is being made, and where the live event that it is there was missed. */
const lookAgainMs = 2000

export function reportsOptions(studyId: string) {
  return queryOptions({
    queryKey: [...studyKeys.reportsOf(studyId), 'list'],
    queryFn: ({ signal }) => api.call(reportEndpoints.list, { params: { studyId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.reports.every(({ isReady }) => isReady) ? false : lookAgainMs),
  })
}

/** What was signed of a study; asking checks it. */
export function versionsOptions(studyId: string) {
  return queryOptions({
    queryKey: [...studyKeys.reportsOf(studyId), 'versions'],
    queryFn: ({ signal }) => api.call(readingEndpoints.versions, { params: { studyId } }, { signal }),
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

type ReportKey = { studyId: string; reportId: string }

/** Fetches a report with the token and hands it to the browser, as the PDF or file that it is or as a Word document. Answers whether that went well. */
export async function downloadReport(params: ReportKey, as: 'download' | 'downloadWord' = 'download'): Promise<boolean> {
  try {
    const { blob, fileName } = await api.download(reportEndpoints[as], { params })
    saveBlob(blob, fileName ?? 'Report')
    return true
  } catch (error) {
    notify.error(messageOf(error, 'Failed to download report'))
    return false
  }
}

export const deleteReport = (studyId: string, report: Report) =>
  api.call(reportEndpoints.remove, { params: { studyId, reportId: report.id } })
