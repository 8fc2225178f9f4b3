import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { findPrior, findReadableStudy } from '@readroom/db/queries/priors'
import type { StudyRow } from '@readroom/db/queries/studies'
import { createViewerGrant, peekTicket, useTicket } from '@readroom/db/queries/tickets'
import { recordIfPrior } from '@readroom/domain/priors'
import { findAdmitted, type SessionContext } from '../../http/session.ts'

/** What a link of a viewer opens: the study of its ticket, beside a prior of it where one is named. */
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
    /** What a ticket would open; the ticket stays good. */
    peek: async ({ ticket, priorId }: Link) => check(await peekTicket(db, ticket, 'viewer'), priorId),

    /** Uses the ticket up and grants its study's images, and with them its priors', to the browser that brought it, for the rest of the session. */
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
