import type { CallInput } from '@readroom/contracts/core/endpoint'
import { exportEndpoints } from '@readroom/contracts/worklist/exports'
import { Progress } from '../../../components/ui/progress.tsx'
import { api } from '../../../lib/api/api.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { formatMB } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { saveBlob } from '../../../lib/save-file.ts'

const timeoutMs = 120_000

const emptyText = 'Export returned empty file. No matching studies found.'

const textsByStatus: Record<number, string> = {
  401: 'Authentication expired. Please log in again.',
  403: 'You do not have permission to export data.',
  404: 'Export endpoint not found. Please contact support.',
  500: 'Server error during export. Please try again.',
}

/** Returns the message for a failed export. */
export function exportFailure(error: unknown, timedOut: boolean): string {
  if (timedOut) return 'Export timeout. The file might be too large. Try filtering the data first.'
  if (error instanceof ApiError && error.code === 'EXPORT_EMPTY') return emptyText
  const text = error instanceof ApiError ? textsByStatus[error.status] : undefined
  return text ?? `Export failed: ${reasonOf(error, 'Please try again.')}`
}

/** Requests the spreadsheet and saves it. `studies` is the number of studies in words. Dismissing the progress cancels it. */
export async function exportWorklist(query: CallInput<typeof exportEndpoints.worklist>['query'], studies: string) {
  const id = 'export'
  const timeout = AbortSignal.timeout(timeoutMs)
  const stopped = new AbortController()
  const show = (bytes: number) =>
    notify.loading(<Progress label="Exporting worklist" value={null} text={`${studies}, ${formatMB(bytes)} MB`} />, {
      id,
      onDismiss: () => stopped.abort(),
    })
  show(0)
  try {
    const { blob, fileName } = await api.download(
      exportEndpoints.worklist,
      { query },
      { signal: AbortSignal.any([timeout, stopped.signal]), onProgress: ({ loaded }) => show(loaded) },
    )
    if (blob.size === 0) return void notify.error(emptyText, { id })
    saveBlob(blob, fileName ?? 'Worklist.xlsx')
    notify.success(`Worklist exported, ${studies}`, { id })
  } catch (error) {
    if (!stopped.signal.aborted) notify.error(exportFailure(error, timeout.aborted), { id })
  }
}
