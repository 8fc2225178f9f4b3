import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { type Report, reportEndpoints } from '@readroom/contracts/reports/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { messageOf } from '../api/api-error.ts'
import type { Progress } from '../api/send-multipart.ts'
import { notify } from '../notify.tsx'
import { saveBlob } from '../save-file.ts'
import { studyKeys } from './study-cache.ts'

/** Polling interval while a document is being made, in case the live event was missed. */
const lookAgainMs = 2000

export function reportsOptions(studyId: string) {
  return queryOptions({
    queryKey: [...studyKeys.reportsOf(studyId), 'list'],
    queryFn: ({ signal }) => api.call(reportEndpoints.list, { params: { studyId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.reports.every(({ isReady }) => isReady) ? false : lookAgainMs),
  })
}

/** Returns the query options for the signed versions of a study's report. The server verifies them with each request. */
export function versionsOptions(studyId: string) {
  return queryOptions({
    queryKey: [...studyKeys.reportsOf(studyId), 'versions'],
    queryFn: ({ signal }) => api.call(readingEndpoints.versions, { params: { studyId } }, { signal }),
    staleTime: 0,
  })
}

/** Returns the query options for a report's file for the preview. It is kept only while shown, because each request is recorded as a download. */
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

type Download = 'download' | 'downloadWord'

export const notDownloaded = 'Failed to download report'

/** Saves a report as the stored file or as a Word document. */
export async function saveReport(params: ReportKey, as: Download): Promise<void> {
  const { blob, fileName } = await api.download(reportEndpoints[as], { params })
  saveBlob(blob, fileName ?? 'Report')
}

/** Saves a report, or says why it could not be downloaded. Returns true if that succeeded. */
export async function downloadReport(params: ReportKey, as: Download = 'download'): Promise<boolean> {
  try {
    await saveReport(params, as)
    return true
  } catch (error) {
    notify.error(messageOf(error, notDownloaded))
    return false
  }
}

export const deleteReport = (studyId: string, report: Report) =>
  api.call(reportEndpoints.remove, { params: { studyId, reportId: report.id } })
