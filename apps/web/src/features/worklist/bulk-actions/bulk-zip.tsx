import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type BulkZip, bulkDownloadEndpoints } from '@readroom/contracts/worklist/bulk-downloads'
import { BuildingZip } from '../../../components/study/building-zip.tsx'
import { api } from '../../../lib/api/api.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { pause } from '../../../lib/pause.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { splitOutcomes } from './outcomes.ts'
import { type PendingBulkZip, pendingBulkZips } from './pending-bulk-zips.ts'

const pollMs = 1000
const givesUpAfter = 30
/** The lifetime of the link. */
const linkMs = 15 * 60_000

const studiesText = (count: number) => plural(count, 'study', 'studies')

function showBuilding(id: string, zip: BulkZip, count: number, onDismiss: () => void) {
  notify.loading(<BuildingZip label={`Building ZIP of ${studiesText(count)}`} {...zip} />, { id, onDismiss })
}

function showReady(id: string, { downloadUrl, fileName, fileSizeMB }: BulkZip, count: number) {
  notify.success(`ZIP of ${studiesText(count)} is ready, ${fileSizeMB?.toFixed(1) ?? '0.0'} MB`, {
    id,
    duration: linkMs,
    description: (
      <a href={downloadUrl ?? ''} download rel="noopener" className="font-medium text-accent-text underline">
        Download {fileName}
      </a>
    ),
  })
}

type Look = { zip: BulkZip } | { error: unknown }

const look = (bulkZipId: string, signal: AbortSignal): Promise<Look> =>
  api.call(bulkDownloadEndpoints.status, { params: { bulkZipId } }, { background: true, signal }).then(
    ({ bulkZip }) => ({ zip: bulkZip }),
    (error: unknown) => ({ error }),
  )

/** Returns the reason to stop waiting for a ZIP, or null to go on. */
function ending(seen: Look, misses: number): string | null {
  if ('error' in seen) {
    const isGone = seen.error instanceof ApiError && seen.error.status === 404
    return isGone || misses >= givesUpAfter ? reasonOf(seen.error, 'the server did not answer') : null
  }
  const { state, error } = seen.zip
  return state === 'failed' || state === 'expired' ? (error ?? 'Please try again.') : null
}

/** The ZIPs already watched in this page. */
const watched = new Set<string>()

/** Watches a ZIP being built until it is ready, fails, or the user dismisses the progress. A user who signs out finds it again later. */
async function watch(userId: string, zip: PendingBulkZip) {
  const { bulkZipId, count } = zip
  const id = `bulk-zip-${bulkZipId}`
  const stopped = new AbortController()
  const { signal } = stopped
  let misses = 0
  while (!signal.aborted) {
    const seen = await look(bulkZipId, signal)
    if (sessionStore.peek()?.user._id !== userId) return
    if (signal.aborted) break
    misses = 'error' in seen ? misses + 1 : 0
    const end = ending(seen, misses)
    const isReady = 'zip' in seen && seen.zip.downloadUrl !== null
    if (end || isReady) pendingBulkZips.forget(userId, zip)
    if (end) return void notify.error(`Download failed: ${end}`, { id })
    if ('zip' in seen && isReady) return showReady(id, seen.zip, count)
    if ('zip' in seen) showBuilding(id, seen.zip, count, () => stopped.abort())
    await pause(pollMs, signal)
  }
  pendingBulkZips.forget(userId, zip)
}

function startWatching(userId: string, zip: PendingBulkZip) {
  if (watched.has(zip.bulkZipId)) return
  watched.add(zip.bulkZipId)
  void watch(userId, zip).finally(() => watched.delete(zip.bulkZipId))
}

/** Resumes watching the ZIPs the user was waiting for when the page was closed. */
export function resumeBulkZips(userId: string) {
  for (const zip of pendingBulkZips.read(userId)) startWatching(userId, zip)
}

/** Requests one ZIP of these studies, reports those left out, and follows the link when it is built. */
export async function downloadSeveral(userId: string, studies: readonly WorklistRow[]) {
  try {
    const { bulkZip, results } = await api.call(bulkDownloadEndpoints.create, {
      body: { studyIds: studies.map(({ _id }) => _id) },
    })
    const { done, refused } = splitOutcomes(studies, results)
    if (refused.length > 0) {
      const names = refused.map(({ study, error }) => `${study.patientName ?? 'N/A'}: ${error}`)
      notify.warning(`${studiesText(refused.length)} left out of the ZIP`, { description: names.slice(0, 5).join(' · ') })
    }
    if (!bulkZip) return
    const zip = { bulkZipId: bulkZip.id, count: done.length }
    pendingBulkZips.remember(userId, zip)
    startWatching(userId, zip)
  } catch (error) {
    notify.error(`Download failed: ${reasonOf(error, 'Please try again.')}`)
  }
}
