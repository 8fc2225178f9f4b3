import { authEndpoints } from '@readroom/contracts/auth'
import type { Role } from '@readroom/contracts/permissions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
import type { BrowserViewer } from '@readroom/contracts/viewer'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'

/** Each viewer has a window of its own for a study, used again; and what is said when it does not open. */
const viewers: Record<BrowserViewer, { window: string; failed: string }> = {
  ohif: { window: 'readroom-viewer-', failed: 'Failed to open OHIF viewer' },
  archive: { window: 'readroom-archive-viewer-', failed: 'Failed to open the archive viewer' },
}

type Study = Pick<WorklistRow, '_id' | 'studyInstanceUID'>

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

/** Opens a study's images in a window, by a ticket that stands in for the token. True once they are on their way. */
async function open(row: Study, viewer: BrowserViewer): Promise<boolean> {
  const { window: prefix, failed } = viewers[viewer]
  const opened = openWindow(prefix + row._id)
  if (!opened) {
    notify.error(failed, { description: 'Please allow pop-up windows for this site.' })
    return false
  }
  try {
    const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId: row._id } })
    const address = new URL(url, window.location.href)
    address.searchParams.set('viewer', viewer)
    opened.location.replace(address.href)
    return true
  } catch (error) {
    opened.close()
    notify.error(failed, { description: messageOf(error, '') })
    return false
  }
}

function recordOpening(row: Study, role: Role) {
  if (role !== 'doctor_account') return
  api
    .call(studyEndpoints.interaction, { params: { studyInstanceUID: row.studyInstanceUID }, body: { action: 'ohif_opened' } })
    .catch(() => console.warn('The opening of the viewer could not be recorded'))
}

/** Opens OHIF. A doctor's opening is recorded. */
export async function openViewer(row: Study, role: Role) {
  if (!row.studyInstanceUID) return void notify.error('Study Instance UID is required')
  if (await open(row, 'ohif')) recordOpening(row, role)
}

/** Opens the image archive's own viewer. */
export async function openArchiveViewer(row: WorklistRow) {
  await open(row, 'archive')
}
