import { authEndpoints } from '@readroom/contracts/auth'
import type { Role } from '@readroom/contracts/permissions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
import type { BrowserViewer } from '@readroom/contracts/viewer'
import { api } from '../../lib/api/api.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { sessionStore } from '../../lib/session/session.ts'

export type Openable = Pick<WorklistRow, '_id' | 'studyInstanceUID'>

/** Each viewer has a window of its own for a study, used again; and what is said when it does not open. */
const viewers: Record<BrowserViewer, { window: string; failed: string }> = {
  ohif: { window: 'readroom-viewer-', failed: 'Failed to open OHIF viewer' },
  archive: { window: 'readroom-archive-viewer-', failed: 'Failed to open the archive viewer' },
}

/** Opened before anything is awaited, or the browser would take it for a pop-up. */
function openWindow(name: string): Window | null {
  const opened = window.open('', name)
  if (!opened) return null
  opened.opener = null
  try {
    // Browsers copy the tab's storage, and the token in it, into a window that it opens: no business of a viewer.
    opened.sessionStorage.clear()
    // No white flash in a dark room while the ticket is fetched.
    if (opened.location.href === 'about:blank') opened.document.documentElement.style.background = '#000'
  } catch {
    // The window shows a page of another site.
  }
  opened.focus()
  return opened
}

/** Where a viewer shows a study's images, beside those of a prior where one is named: by a ticket that stands in for the token, once. */
async function viewerAddress(studyId: string, viewer: BrowserViewer, priorId?: string): Promise<string> {
  const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId, priorId } })
  const address = new URL(url, window.location.href)
  address.searchParams.set('viewer', viewer)
  return address.href
}

/** Opens a study's images in a window, beside those of a prior where one is named. True once they are on their way. */
async function open({ _id: studyId }: Openable, viewer: BrowserViewer, priorId?: string): Promise<boolean> {
  const { window: prefix, failed } = viewers[viewer]
  const opened = openWindow(prefix + studyId)
  if (!opened) {
    notify.error(failed, { description: 'Please allow pop-up windows for this site.' })
    return false
  }
  try {
    opened.location.replace(await viewerAddress(studyId, viewer, priorId))
    return true
  } catch (error) {
    opened.close()
    notify.error(failed, { description: reasonOf(error) })
    return false
  }
}

/** A doctor's opening of the images is recorded. */
export function recordOpening(row: Openable, role: Role | undefined) {
  if (role !== 'doctor_account') return
  api
    .call(studyEndpoints.interaction, { params: { studyInstanceUID: row.studyInstanceUID }, body: { action: 'ohif_opened' } })
    .catch(() => console.warn('The opening of the viewer could not be recorded'))
}

/** Opens OHIF in a window of the study's own. */
export async function openViewer(row: Openable, role: Role) {
  if (!row.studyInstanceUID) return void notify.error('Study Instance UID is required')
  if (await open(row, 'ohif')) recordOpening(row, role)
}

/** Opens OHIF with a study that is read as a prior alone: the API records that by itself. */
export async function openPrior(row: Openable) {
  await open(row, 'ohif')
}

/** Opens OHIF with a study and a prior of it side by side. A doctor's opening of the study is recorded here, that of the prior by the API. */
export async function comparePrior(row: Openable, priorId: string) {
  if (await open(row, 'ohif', priorId)) recordOpening(row, sessionStore.current()?.user.role)
}

/** Opens the image archive's own viewer. */
export async function openArchiveViewer(row: Openable) {
  await open(row, 'archive')
}

/** One window of images for whoever reads, whatever study it shows. */
const windowName = 'readroom-reading-images'

/** The window, empty: what it showed before is gone. Null where the browser opens none. */
export function openImagesWindow(): Window | null {
  const opened = openWindow(windowName)
  if (opened && opened.location.href !== 'about:blank') {
    opened.close()
    return openWindow(windowName)
  }
  return opened
}
