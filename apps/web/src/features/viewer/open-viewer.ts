import { authEndpoints } from '@readroom/contracts/auth'
import type { Role } from '@readroom/contracts/permissions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
import { api } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.tsx'

/** Opened before anything is awaited, or the browser would take it for a pop-up. One window per study, used again. */
function openWindow(studyId: string): Window | null {
  const opened = window.open('', `readroom-viewer-${studyId}`)
  if (!opened) return null
  opened.opener = null
  try {
    // No white flash in a dark room while the ticket is fetched.
    if (opened.location.href === 'about:blank') opened.document.documentElement.style.background = '#000'
  } catch {
    // The window shows a page of its own already.
  }
  opened.focus()
  return opened
}

function recordOpening(row: WorklistRow, role: Role) {
  if (role !== 'doctor_account') return
  api
    .call(studyEndpoints.interaction, { params: { studyInstanceUID: row.studyInstanceUID }, body: { action: 'ohif_opened' } })
    .catch(() => console.warn('The opening of the viewer could not be recorded'))
}

/** Opens a study's images in its own window, by a ticket that stands in for the token. */
export async function openViewer(row: WorklistRow, role: Role) {
  if (!row.studyInstanceUID) return void notify.error('Study Instance UID is required')
  const viewer = openWindow(row._id)
  if (!viewer) {
    return void notify.error('Failed to open OHIF viewer', { description: 'Please allow pop-up windows for this site.' })
  }
  try {
    const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId: row._id } })
    viewer.location.replace(new URL(url, window.location.href).href)
    recordOpening(row, role)
  } catch (error) {
    viewer.close()
    notify.error('Failed to open OHIF viewer', { description: messageOf(error, '') })
  }
}
