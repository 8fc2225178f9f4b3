import { AppError } from '@readroom/contracts/errors'
import { ShareToken } from '@readroom/contracts/sharing'
import { findLabName } from '@readroom/db/queries/labs'
import { findSharedStudy, type SharedStudy } from '@readroom/domain/sharing'
import type { Context } from '../../context.ts'
import { countTries } from '../../security/attempts.ts'
import { networkOf } from '../../security/network.ts'

export type Opened = SharedStudy & { labName: string | null }

/**
 * What somebody finds who has a link and no account. Throws SHARE_LINK_MALFORMED, or SHARE_LINK_NOT_FOUND whatever else is wrong with it; after
 * many of those from one address TOO_MANY_ATTEMPTS. A good link opens all the same: somebody else's guesses close it for nobody at that address.
 */
export async function findShared({ db }: Pick<Context, 'db'>, token: string, address: string): Promise<Opened> {
  if (!ShareToken.safeParse(token).success) throw new AppError('SHARE_LINK_MALFORMED')
  const shared = await findSharedStudy(db, token)
  if (!shared) {
    await db.transaction((tx) => countTries(tx, { kind: 'share-address', of: networkOf(address) }))
    throw new AppError('SHARE_LINK_NOT_FOUND')
  }
  const { labId } = shared.study
  return { ...shared, labName: labId === null ? null : await findLabName(db, labId) }
}
