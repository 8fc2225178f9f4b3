import { authEndpoints } from '@readroom/contracts/access/auth'
import { downloadEndpoints } from '@readroom/contracts/images/downloads'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { BuildingZip } from '../../../components/study/building-zip.tsx'
import { api } from '../../../lib/api/api.ts'
import { ApiError, isUnsuccessful, messageOf, reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { pause } from '../../../lib/pause.ts'
import { followLink } from '../../../lib/save-file.ts'

const pollMs = 1000
const givesUpAfter = 30
/** Longest time without progress on a ZIP. A ZIP that makes progress may take longer. */
const timeoutMs = 300_000

type Study = Pick<WorklistRow, '_id' | 'orthancStudyID'>

export type ZipLink = { downloadUrl: string; fileName: string; fileSizeMB: number }
export type ZipAnswer = { kind: 'ready'; link: ZipLink } | { kind: 'building'; message: string } | { kind: 'failed' }

const notBuilt = ['ZIP_NOT_READY', 'ZIP_EXPIRED']

/** Requests the link to the pre-built ZIP. `building` means that the ZIP was missing or expired and is now being made. */
export async function requestZip({ orthancStudyID }: Study): Promise<ZipAnswer> {
  try {
    const { data } = await api.call(downloadEndpoints.r2Direct, { params: { orthancStudyID } })
    return { kind: 'ready', link: data }
  } catch (error) {
    if (error instanceof ApiError && notBuilt.includes(error.code)) return { kind: 'building', message: error.message }
    notify.error(messageOf(error, isUnsuccessful(error) ? 'R2 download failed' : 'Failed to get R2 CDN download URL'))
    return { kind: 'failed' }
  }
}

/** Ends when the user dismisses the progress or leaves the page. */
export type Watch = { signal: AbortSignal; stop: () => void }

/** Returns a function that tells, at each poll, if the ZIP has made no progress for too long. */
function createStandstill() {
  let last = { imagesDone: -1, at: 0 }
  return (imagesDone: number) => {
    if (imagesDone !== last.imagesDone) last = { imagesDone, at: Date.now() }
    return Date.now() - last.at >= timeoutMs
  }
}

/** Watches a ZIP being made and shows its progress until it is ready, fails, or the watch ends. Returns true if it is ready. */
export async function watchZip({ _id, orthancStudyID }: Study, { signal, stop }: Watch): Promise<boolean> {
  const id = `zip-${_id}`
  const params = { orthancStudyID }
  const standsStill = createStandstill()
  let misses = 0
  while (!signal.aborted) {
    await pause(pollMs, signal)
    const status = await api.call(downloadEndpoints.zipStatus, { params }, { background: true, signal }).catch(() => null)
    if (signal.aborted) break
    misses = status ? 0 : misses + 1
    if (status?.zipStatus === 'completed') return true
    if (status?.zipStatus === 'failed' || misses >= givesUpAfter) {
      notify.error(`Download failed: ${status ? 'the ZIP failed' : 'the server did not answer'}`, { id })
      return false
    }
    if (status && standsStill(status.imagesDone)) {
      notify.error('Download timeout - file too large. Try again.', { id })
      return false
    }
    if (status) notify.loading(<BuildingZip label="Building ZIP" {...status} />, { id, onDismiss: stop })
  }
  return false
}

/** Downloads the ZIP while the server packs it. Uses a link with a ticket, so that the page doesn't hold the file in memory. */
export async function downloadDirect({ _id }: Study) {
  const id = `zip-direct-${_id}`
  try {
    const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'download', studyId: _id } })
    followLink(url)
    notify.success('Download started', { id })
  } catch (error) {
    notify.error(directFailure(error), { id })
  }
}

export function directFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'STUDY_NOT_FOUND') return 'Study not found'
  return `Download failed: ${reasonOf(error, 'Please try again.')}`
}
