import { AppError } from '@readroom/contracts/core/errors'
import { shareDays } from '@readroom/contracts/studies/sharing'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listImageDispatches, listUnmailedLinks, lockImageDispatches, storeDispatchLink } from '@readroom/db/reports/dispatches'
import { markLinkRevoked } from '@readroom/db/studies/sharing/share-links'
import { lockStudies } from '@readroom/db/studies/studies'
import { createShareLink } from '../studies/sharing.ts'

const address = 'mail'
const seconds = shareDays * 86_400

/** Revokes the links of a batch whose mail was not sent: nobody is to have them. */
export async function revokeDispatchLinks(tx: Tx, batchId: string): Promise<void> {
  for (const { studyId, shareLinkId, dispatchedBy: userId } of await listUnmailedLinks(tx, batchId)) {
    if (!shareLinkId || !(await markLinkRevoked(tx, shareLinkId))) continue
    const target = { type: 'study', id: studyId }
    await audit(tx, { userId, address }, { action: 'share.revoked', target, details: { shareLinkId } })
  }
}

/** The token of a new link, or null if the study can no longer be shared: its report is mailed nevertheless. */
async function issueLink(
  tx: Before<'study'>,
  { id, studyId, dispatchedBy: userId }: { id: string; studyId: string; dispatchedBy: string },
) {
  const sharer = { userId, address, role: 'admin', labId: null, doctorId: null } as const
  try {
    const { link, token } = await createShareLink(tx, sharer, { studyId, seconds, pinHash: null })
    await storeDispatchLink(tx, id, link.id)
    return token
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Makes the links that the mail of a batch was asked to carry, of the administrator who sent it, in place of those of a run that could not
 * send it. Returns their tokens, which are stored nowhere; none of an administrator who could not sign in now.
 */
export async function issueDispatchLinks(begun: Before<'study'>, batchId: string): Promise<string[]> {
  // The studies first: an erasure holds them while it removes what was sent of them.
  const listed = await listImageDispatches(begun, batchId)
  const [withStudies] = await lockStudies(
    begun,
    listed.map(({ studyId }) => studyId),
  )
  const [tx, dispatches] = await lockImageDispatches(withStudies, batchId)
  await revokeDispatchLinks(tx, batchId)
  const tokens: string[] = []
  for (const dispatch of dispatches) {
    // Its study is held already.
    const token = dispatch.canSignIn ? await issueLink(withStudies, dispatch) : null
    if (token) tokens.push(token)
  }
  return tokens
}
