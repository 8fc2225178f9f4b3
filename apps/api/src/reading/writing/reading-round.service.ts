import { createHmac } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { hashOfSecret } from '@readroom/db/core/secrets'
import { findPrior } from '@readroom/db/images/priors'
import { listAsides } from '@readroom/db/reading/asides'
import { readRows } from '@readroom/db/worklist/worklist-rows'
import { grantWindow } from '@readroom/domain/reading/reading-round'
import { viewerAddress } from '../../access/viewer-access/viewer-address.ts'
import { findActors, type SessionContext } from '../../core/http/session.ts'

type Shown = { studyId: string; windowId: string; priorId: string | null; nextId: string | null }

/** Takes a reader from study to study: grants a window its images, and lists the studies put aside. */
export function createReadingRound(context: SessionContext) {
  const { db, config } = context

  /** Returns the same secret for the whole session, so that a lost answer can be repeated. */
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
          images: { shown: study.imageCount, next: next?.imageCount ?? null },
          generations: { shown: study.generation, next: next?.generation ?? null },
        },
      }
    },

    asides: async (actor: Actor) => readRows(db, actor, await listAsides(db, actor.userId)),
  }
}
