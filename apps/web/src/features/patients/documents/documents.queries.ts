import { documentEndpoints, type PatientDocument, unknownPatientId } from '@readroom/contracts/patients/documents'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import type { SavedFile } from '../../../lib/api/read-blob.ts'
import type { Progress } from '../../../lib/api/send-multipart.ts'

/** The patient whose documents they are, and the study the record was opened with. */
export type DocumentOwner = { patientId: string | null; studyId: string }

const downloadTimeoutMs = 30_000

/** Returns the parameters of a document's endpoints. Throws for a document without a number. */
function addressOf({ patientId, studyId }: DocumentOwner, { index }: PatientDocument) {
  if (index === null) throw new ApiError('NO_INDEX', 404, 'Document not found in patient records')
  return { params: { patientId: patientId ?? unknownPatientId, index }, query: { studyId } }
}

type Transfer = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

async function fetchFrom(owner: DocumentOwner, file: PatientDocument, options: Transfer): Promise<SavedFile> {
  if (file.documentType !== 'report') return api.download(documentEndpoints.download, addressOf(owner, file), options)
  const params = { studyId: file.studyId, reportId: file._id }
  return api.download(reportEndpoints.labEditDownload, { params }, options)
}

/** Downloads a document or a report. Rejects with a TimeoutError if it takes too long. */
export async function fetchFile(
  owner: DocumentOwner,
  file: PatientDocument,
  { signal, ...transfer }: Transfer = {},
): Promise<SavedFile> {
  const timeout = AbortSignal.timeout(downloadTimeoutMs)
  const either = signal ? AbortSignal.any([timeout, signal]) : timeout
  return fetchFrom(owner, file, { ...transfer, signal: either }).catch((error: unknown) => {
    throw timeout.aborted ? timeout.reason : error
  })
}

/** Returns the query options for a file for the preview. Kept only while it is shown. */
export function fileOptions(owner: DocumentOwner, file: PatientDocument, onProgress: (progress: Progress) => void) {
  return queryOptions({
    queryKey: ['documents', 'file', file._id],
    queryFn: async ({ signal }) => (await fetchFile(owner, file, { signal, onProgress })).blob,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export const deleteDocument = (owner: DocumentOwner, file: PatientDocument) =>
  api.call(documentEndpoints.remove, addressOf(owner, file))

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

type Failure = { message: string; description?: string; isGone?: boolean }

/** Returns the message for a failed document download. `isGone` means that the list on the screen is out of date. */
export function downloadFailure(error: unknown): Failure {
  if (isTimeout(error)) return { message: 'Download timeout', description: 'It took longer than 30 seconds. Please try again.' }
  const { status, code } = error instanceof ApiError ? error : { status: -1, code: '' }
  const refresh = 'Please refresh to see the current documents.'
  if (code === 'NO_INDEX') return { message: 'Document not found in patient records', description: refresh, isGone: true }
  if (status === 404)
    return { message: 'Document not found', description: `It may have been moved or deleted. ${refresh}`, isGone: true }
  if (status === 403) return { message: 'Access denied' }
  if (status === 0) return { message: 'Network error', description: 'Please check your connection, then refresh and try again.' }
  if (status === 500) return { message: 'Server error', description: 'Please try again.' }
  return { message: messageOf(error, 'Failed to download document') }
}
