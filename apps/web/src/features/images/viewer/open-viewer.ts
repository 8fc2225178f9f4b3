import { authEndpoints, type BrowserViewer } from '@readroom/contracts/access/auth'
import type { Role } from '@readroom/contracts/core/permissions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { api } from '../../../lib/api/api.ts'
import { isOutage, reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { pause } from '../../../lib/pause.ts'
import { sessionStore } from '../../../lib/session/session.ts'

export type Openable = Pick<WorklistRow, '_id' | 'studyInstanceUID'>

/** The prefix of each viewer's window name, so that a study's window is reused, and the message if it doesn't open. */
const viewers: Record<BrowserViewer, { window: string; failed: string }> = {
  ohif: { window: 'readroom-viewer-', failed: 'Failed to open OHIF viewer' },
  archive: { window: 'readroom-archive-viewer-', failed: 'Failed to open the archive viewer' },
}

/** Opens a window. Call it before any await, or the browser blocks it as a pop-up. */
function openWindow(name: string): Window | null {
  const opened = window.open('', name)
  if (!opened) return null
  opened.opener = null
  try {
    // Browsers copy the tab's storage, including the token, into a window that it opens. A viewer must not have it.
    opened.sessionStorage.clear()
    // Avoids a white flash in a dark room while the ticket is fetched.
    if (opened.location.href === 'about:blank') opened.document.documentElement.style.background = '#000'
  } catch {
    // The window shows a page of another site.
  }
  opened.focus()
  return opened
}

/** Returns the address that shows a study's images, next to a prior's if one is given. It carries a one-time ticket in place of the token. */
async function viewerAddress(studyId: string, viewer: BrowserViewer, priorId?: string): Promise<string> {
  const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId, viewer, priorId } })
  const address = new URL(url, window.location.href)
  address.searchParams.set('viewer', viewer)
  return address.href
}

/** Opens a study's images in a window, next to a prior's if one is given. Returns true if they are loading. */
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

/** How long to wait for a server that did not take a record. */
const recordAgainMs = 5_000

const userId = () => sessionStore.current()?.user._id

/** Records an opening for the present user, and never for one who signs in after them. */
async function record({ studyInstanceUID }: Openable): Promise<void> {
  const opened = { params: { studyInstanceUID }, body: { action: 'ohif_opened' } } as const
  const reader = userId()
  while (userId() === reader) {
    try {
      await api.call(studyEndpoints.interaction, opened)
      return
    } catch (error) {
      if (!isOutage(error)) return console.warn('Opening the viewer could not be recorded')
      await pause(recordAgainMs)
    }
  }
}

/** Records that a doctor opened the images, as soon as the server can be reached. */
export function recordOpening(row: Openable, role: Role | undefined) {
  if (role === 'doctor_account') void record(row)
}

/** Opens OHIF in the study's own window. */
export async function openViewer(row: Openable, role: Role) {
  if (!row.studyInstanceUID) return void notify.error('Study Instance UID is required')
  if (await open(row, 'ohif')) recordOpening(row, role)
}

/** Opens OHIF without beginning the review of the study: as a prior, which the API records itself, or where no report can be written. */
export async function openReadOnly(row: Openable) {
  await open(row, 'ohif')
}

/** Opens OHIF with a study and a prior side by side. Records a doctor's opening of the study. The API records that of the prior. */
export async function comparePrior(row: Openable, priorId: string) {
  if (await open(row, 'ohif', priorId)) recordOpening(row, sessionStore.current()?.user.role)
}

/** The studies that were opened in the archive viewer from this tab, each with its session. */
const openedInArchive = new Set<string>()
const inThisSession = ({ _id }: Openable) => `${sessionStore.begun()} ${_id}`

/** Opens the image archive's own viewer. */
export async function openArchiveViewer(row: Openable) {
  if (await open(row, 'archive')) openedInArchive.add(inThisSession(row))
}

/** Returns true if a study was opened in the archive viewer from this tab, in this session. */
export const wasOpenedInArchive = (row: Openable) => openedInArchive.has(inThisSession(row))

/** The images window of the reading page. It is reused for every study. */
const windowName = 'readroom-reading-images'

/** Opens the images window, empty. Returns null if the browser opens none. */
export function openImagesWindow(): Window | null {
  const opened = openWindow(windowName)
  if (opened && opened.location.href !== 'about:blank') {
    opened.close()
    return openWindow(windowName)
  }
  return opened
}
