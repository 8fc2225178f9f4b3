import { authEndpoints } from '@readroom/contracts/auth'
import type { WorklistRow } from '@readroom/contracts/studies'
import { api } from '../../lib/api/api.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'

/** Browsers keep every click from a tab while they ask whether to open a program. */
export const programAsked =
  'If your browser asks, answer it first: this page waits for it. Nothing happens where it is not installed.'

/** Hands a study to the desktop viewer by its own kind of link. The link carries a ticket, never the token. */
export async function launchDesktop({ _id, studyInstanceUID }: WorklistRow) {
  if (!studyInstanceUID) return void notify.error('Study Instance UID is required')
  try {
    const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'launch', studyId: _id } })
    window.location.assign(url)
    notify.info('Opening the desktop viewer', { id: `launch-${_id}`, description: programAsked })
  } catch (error) {
    notify.error(`Failed to initiate Radiant Viewer launch: ${reasonOf(error, 'Please try again.')}`)
  }
}
