import { AppError } from '@readroom/contracts/errors'
import { ShareToken } from '@readroom/contracts/sharing'
import { audit } from '@readroom/db/audit'
import { findLabName } from '@readroom/db/queries/labs'
import { createShareGrant, findSharedStudy, type ShareLinkRow } from '@readroom/db/queries/share-links'
import { countStudiesOfUid, type StudyRow } from '@readroom/db/queries/studies'
import type { Context } from '../../context.ts'
import { type Attempt, checkAttempts, countFailures } from '../../security/attempts.ts'

type Shared = { link: ShareLinkRow; study: StudyRow }
export type Opened = Shared & { labName: string | null }

/** What somebody does who has a link and no account. */
export function createShareAccessService({ db }: Pick<Context, 'db'>) {
  /** The images of a UID that stands for two studies are shown to nobody. */
  async function findUnambiguous(token: string): Promise<Shared | null> {
    const shared = await findSharedStudy(db, token)
    if (!shared || (await countStudiesOfUid(db, shared.study.studyInstanceUid)) > 1) return null
    return shared
  }

  return {
    /** Throws SHARE_LINK_MALFORMED, or SHARE_LINK_NOT_FOUND whatever else is wrong with it; after many of those from one address TOO_MANY_ATTEMPTS. */
    async find(token: string, address: string): Promise<Opened> {
      if (!ShareToken.safeParse(token).success) throw new AppError('SHARE_LINK_MALFORMED')
      const attempt: Attempt = { kind: 'share-address', of: address }
      await checkAttempts(db, attempt)
      const shared = await findUnambiguous(token)
      if (!shared) {
        await countFailures(db, attempt)
        throw new AppError('SHARE_LINK_NOT_FOUND')
      }
      const { labId } = shared.study
      return { ...shared, labName: labId === null ? null : await findLabName(db, labId) }
    },

    /** Counts the opening and grants the images to the browser that asks. Answers the secret of its cookie. */
    async open({ link, study }: Shared, address: string): Promise<string> {
      return db.transaction(async (tx) => {
        await audit(
          tx,
          { userId: null, address },
          { action: 'share.opened', target: { type: 'study', id: study.id }, details: { shareLinkId: link.id } },
        )
        return createShareGrant(tx, link.id)
      })
    },
  }
}
