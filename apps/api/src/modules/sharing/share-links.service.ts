import { AppError } from '@readroom/contracts/errors'
import { maxShareLinks } from '@readroom/contracts/sharing'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import {
  countShareLinks,
  createShareLink,
  findShareLink,
  listShareLinks,
  revokeShareLink,
  type ShareLinkRecord,
  type ShareLinkRow,
} from '@readroom/db/queries/share-links'
import { countStudiesOfUid, findStudy, lockStudy } from '@readroom/db/queries/studies'
import type { Context } from '../../context.ts'

/** `expiresIn` in seconds. */
type Wanted = {
  studyId: string
  studyInstanceUID?: string | undefined
  orthancStudyID?: string | undefined
  expiresIn: number
}

/** One's own; an administrator, anybody's. */
export const mayRevoke = (actor: Actor, { createdBy }: Pick<ShareLinkRow, 'createdBy'>): boolean =>
  actor.role === 'admin' || createdBy === actor.userId

/** Links that open one study without signing in, for those who see it. */
export function createShareLinkService({ db }: Pick<Context, 'db'>) {
  return {
    /** The token is in the answer alone. */
    async create(actor: Actor, { studyId, expiresIn, ...ids }: Wanted): Promise<{ link: ShareLinkRow; token: string }> {
      return db.transaction(async (tx) => {
        const study = await lockStudy(tx, actor, studyId)
        if (!study) throw new AppError('STUDY_NOT_FOUND')
        const { studyInstanceUID = study.studyInstanceUid, orthancStudyID = study.orthancId } = ids
        const agree = studyInstanceUID === study.studyInstanceUid && orthancStudyID === study.orthancId
        if (!agree) throw new AppError('STUDY_IDS_DISAGREE')
        if ((await countStudiesOfUid(tx, study.studyInstanceUid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
        const count = await countShareLinks(tx, studyId, actor.userId)
        if (count >= maxShareLinks) throw new AppError('TOO_MANY_SHARE_LINKS', { count })
        const { link, token } = await createShareLink(tx, { studyId, createdBy: actor.userId, seconds: expiresIn })
        await audit(tx, actor, {
          action: 'share.created',
          target: { type: 'study', id: studyId },
          details: { shareLinkId: link.id, expiresAt: link.expiresAt.toISOString() },
        })
        return { link, token }
      })
    },

    async list(actor: Actor, studyId: string): Promise<ShareLinkRecord[]> {
      if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
      return listShareLinks(db, studyId)
    },

    /** Images that are open with it stop at their next request. */
    async revoke(actor: Actor, { studyId, shareLinkId }: { studyId: string; shareLinkId: string }): Promise<void> {
      if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
      const link = await findShareLink(db, studyId, shareLinkId)
      if (!link) throw new AppError('SHARE_LINK_NOT_FOUND')
      if (!mayRevoke(actor, link)) throw new AppError('SHARE_LINK_NOT_YOURS')
      await db.transaction(async (tx) => {
        if (!(await revokeShareLink(tx, shareLinkId))) throw new AppError('SHARE_LINK_NOT_FOUND')
        await audit(tx, actor, { action: 'share.revoked', target: { type: 'study', id: studyId }, details: { shareLinkId } })
      })
    },
  }
}
