import { turnaroundEndpoints } from '@readroom/contracts/turnaround/turnaround-report'
import { Progress } from '../../components/ui/progress.tsx'
import { api } from '../../lib/api/api.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { formatMB, plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { saveBlob } from '../../lib/save-file.ts'
import { filtersOf, type TurnaroundUrl } from './turnaround-url.ts'

const timeoutMs = 120_000
const failed = 'Failed to export Excel report'

/** Requests the spreadsheet of `count` studies and saves it. Dismissing the progress cancels it. */
export async function exportReport(url: TurnaroundUrl, count: number): Promise<void> {
  const id = 'turnaround-export'
  const timeout = AbortSignal.timeout(timeoutMs)
  const stopped = new AbortController()
  const show = (bytes: number) =>
    notify.loading(
      <Progress label="Exporting report" value={null} text={`${plural(count, 'study', 'studies')}, ${formatMB(bytes)} MB`} />,
      { id, onDismiss: () => stopped.abort() },
    )
  show(0)
  try {
    const query = { ...filtersOf(url), ...(url.sort && { sort: url.sort }) }
    const signal = AbortSignal.any([timeout, stopped.signal])
    const { blob, fileName } = await api.download(
      turnaroundEndpoints.export,
      { query },
      { signal, onProgress: ({ loaded }) => show(loaded) },
    )
    if (blob.size === 0) return void notify.error(failed, { id })
    saveBlob(blob, fileName ?? 'TAT_Report.xlsx')
    notify.success('Excel report downloaded successfully!', { id })
  } catch (error) {
    const why = timeout.aborted ? 'The export took too long. Try a shorter range.' : reasonOf(error, 'Please try again.')
    if (!stopped.signal.aborted) notify.error(failed, { id, description: why })
  }
}
