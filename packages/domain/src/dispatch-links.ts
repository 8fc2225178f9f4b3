import { AppError } from '@readroom/contracts/errors'
import { shareDays } from '@readroom/contracts/sharing'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { listUnmailedLinks, lockImageDispatches, storeDispatchLink } from '@readroom/db/queries/dispatches'
import { markLinkRevoked } from '@readroom/db/queries/share-links'
import { createShareLink } from './sharing.ts'

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

/** The token of a new link, or null where the study can no longer be shared: its report is mailed nevertheless. */
async function issueLink(tx: Tx, { id, studyId, dispatchedBy: userId }: { id: string; studyId: string; dispatchedBy: string }) {
  const sharer = { userId, address, role: 'admin', labId: null, doctorId: null } as const
  try {
    const { link, token } = await createShareLink(tx, sharer, { studyId, seconds })
    await storeDispatchLink(tx, id, link.id)
    return token
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Makes the links that the mail of a batch was asked to carry, of the administrator who sent it, in place of those of a run that could not
 * send it. Answers their tokens, which are stored nowhere; none of an administrator who could not sign in now.
 */
export async function issueDispatchLinks(tx: Tx, batchId: string): Promise<string[]> {
  const dispatches = await lockImageDispatches(tx, batchId)
  await revokeDispatchLinks(tx, batchId)
  const tokens: string[] = []
  for (const dispatch of dispatches) {
    const token = dispatch.canSignIn ? await issueLink(tx, dispatch) : null
    if (token) tokens.push(token)
  }
  return tokens
}
