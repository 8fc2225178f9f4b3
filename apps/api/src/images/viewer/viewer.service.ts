import { AppError } from '@readroom/contracts/core/errors'
import { createViewerGrant, peekTicket, useTicket } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { findPrior, findReadableStudy } from '@readroom/db/images/priors'
import type { StudyRow } from '@readroom/db/studies/studies'
import { recordIfPrior } from '@readroom/domain/images/priors'
import { findAdmitted, type SessionContext } from '../../core/http/session.ts'

/** A viewer link: the ticket's study, with one of its priors beside it if `priorId` is set. */
type Link = { ticket: string; priorId?: string | undefined }

export function createViewerService(context: SessionContext) {
  const { db } = context

  async function findPriorOf(actor: Actor, studyId: string, priorId: string): Promise<StudyRow> {
    const prior = await findPrior(db, actor, studyId, priorId)
    if (!prior) throw new AppError('STUDY_NOT_FOUND')
    return prior
  }

  async function check(ticket: Awaited<ReturnType<typeof useTicket>>, priorId: string | undefined) {
    const [actor] = ticket ? await findAdmitted(context, [ticket.sessionId]) : []
    if (!ticket?.studyId || !actor) throw new AppError('NOT_AUTHENTICATED')
    const readable = await findReadableStudy(db, actor, ticket.studyId)
    if (!readable) throw new AppError('STUDY_NOT_FOUND')
    const { study } = readable
    return { actor, study, prior: priorId === undefined ? null : await findPriorOf(actor, study.id, priorId) }
  }

  return {
    /** Returns the studies that a ticket would open. The ticket stays valid. */
    peek: async ({ ticket, priorId }: Link) => check(await peekTicket(db, ticket, 'viewer'), priorId),

    /** Uses up the ticket. Grants the browser the images of the study and its priors for the rest of the session. */
    async open({ ticket, priorId }: Link) {
      const { actor, study, prior } = await check(await useTicket(db, ticket, 'viewer'), priorId)
      const { sessionId, expiresAt } = actor
      const secret = await db.transaction(async (tx) => {
        await recordIfPrior(tx, actor, study.id)
        await audit(tx, actor, { action: 'images.opened', target: { type: 'study', id: study.id } })
        return createViewerGrant(tx, { sessionId, studyId: study.id, expiresAt })
      })
      return { study, prior, secret, expiresAt }
    },
  }
}
