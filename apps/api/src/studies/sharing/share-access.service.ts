import { AppError } from '@readroom/contracts/core/errors'
import { ShareToken } from '@readroom/contracts/studies/sharing'
import { findLabName } from '@readroom/db/people/labs'
import { findSharedStudy, type SharedStudy } from '@readroom/domain/studies/sharing'
import { countTries } from '../../access/security/attempts.ts'
import { networkOf } from '../../access/security/network.ts'
import type { Context } from '../../core/context.ts'

export type Opened = SharedStudy & { labName: string | null }

/**
 * Finds the study of a share link for a visitor without an account. Throws SHARE_LINK_MALFORMED, or SHARE_LINK_NOT_FOUND for any other fault.
 * After many of those from one address it throws TOO_MANY_ATTEMPTS. A valid link still opens there, whatever others guess from that address.
 */
export async function findShared({ db }: Pick<Context, 'db'>, token: string, address: string): Promise<Opened> {
  if (!ShareToken.safeParse(token).success) throw new AppError('SHARE_LINK_MALFORMED')
  const shared = await findSharedStudy(db, token)
  if (!shared) {
    await countTries(db, { kind: 'share-address', of: networkOf(address) })
    throw new AppError('SHARE_LINK_NOT_FOUND')
  }
  const { labId } = shared.study
  return { ...shared, labName: labId === null ? null : await findLabName(db, labId) }
}
