import { authEndpoints } from '@readroom/contracts/access/auth'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { api } from '../../../lib/api/api.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'

/** The hint for the browser's own question about opening a program, which blocks the tab. */
export const programAsked =
  'If your browser asks for permission, allow it. Nothing happens if the desktop viewer is not installed.'

/** Opens a study in the desktop viewer through its own link scheme. The link carries a ticket, never the token. */
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
