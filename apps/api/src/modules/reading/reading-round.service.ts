import { createHmac } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { listAsides } from '@readroom/db/queries/asides'
import { findPrior } from '@readroom/db/queries/priors'
import { readRows } from '@readroom/db/queries/worklist-rows'
import { hashOfSecret } from '@readroom/db/secrets'
import { grantWindow } from '@readroom/domain/reading-round'
import { findActors, type SessionContext } from '../../http/session.ts'
import { viewerAddress } from '../../viewer/viewer-address.ts'

type Shown = { studyId: string; windowId: string; priorId: string | null; nextId: string | null }

/** What a reader goes through one after the other: which images a window may have, and what is left for later. */
export function createReadingRound(context: SessionContext) {
  const { db, config } = context

  /** The same for as long as the session lives, so that an answer that was lost is made again. */
  const secretOf = (sessionId: string, windowId: string) =>
    createHmac('sha256', config.JWT_SECRET).update(`reading window ${sessionId} ${windowId}`).digest('base64url')

  return {
    async show(actor: Actor, { studyId, windowId, priorId, nextId }: Shown) {
      const [session] = await findActors(context, [actor.sessionId])
      if (!session) throw new AppError('NOT_AUTHENTICATED')
      const prior = priorId === null ? null : await findPrior(db, actor, studyId, priorId)
      if (priorId !== null && !prior) throw new AppError('STUDY_NOT_FOUND')
      const secret = secretOf(actor.sessionId, windowId)
      const { expiresAt } = session
      const wanted = { hash: hashOfSecret(secret), expiresAt, studyId, nextId }
      const { study, next } = await db.transaction((tx) => grantWindow(tx, actor, wanted))
      return {
        secret,
        expiresAt,
        addresses: {
          shown: viewerAddress(study.studyInstanceUid, prior?.studyInstanceUid),
          next: next && viewerAddress(next.studyInstanceUid),
        },
      }
    },

    asides: async (actor: Actor) => readRows(db, actor, await listAsides(db, actor.userId)),
  }
}
