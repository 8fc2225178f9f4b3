import { reportEndpoints } from '@readroom/contracts/reports/reports'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Progress } from '../../../components/ui/progress.tsx'
import { api } from '../../../lib/api/api.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { formatMB, plural } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { saveBlob } from '../../../lib/save-file.ts'

/** Requests the finished reports of the studies in one ZIP and saves it. Dismissing the progress cancels it. */
export async function downloadReports(rows: readonly WorklistRow[]) {
  const id = 'download-reports'
  const stopped = new AbortController()
  const what = plural(rows.length, 'report')
  const show = (bytes: number) =>
    notify.loading(<Progress label="Downloading reports" value={null} text={`${what}, ${formatMB(bytes)} MB`} />, {
      id,
      onDismiss: () => stopped.abort(),
    })
  show(0)
  try {
    const { blob, fileName } = await api.download(
      reportEndpoints.downloadSeveral,
      { body: { studyIds: rows.map(({ _id }) => _id) } },
      { signal: stopped.signal, onProgress: ({ loaded }) => show(loaded) },
    )
    saveBlob(blob, fileName ?? 'Reports.zip')
    notify.success(`Downloaded ${what}`, { id })
  } catch (error) {
    if (!stopped.signal.aborted) notify.error(`Download failed: ${reasonOf(error, 'Please try again.')}`, { id })
  }
}
