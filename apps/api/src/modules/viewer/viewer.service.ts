import { AppError } from '@readroom/contracts/errors'
import { audit } from '@readroom/db/audit'
import { findStudy } from '@readroom/db/queries/studies'
import { createViewerGrant, peekTicket, useTicket } from '@readroom/db/queries/tickets'
import type { Context } from '../../context.ts'
import { findActors } from '../../http/session.ts'

export function createViewerService({ db, config }: Pick<Context, 'db' | 'config'>) {
  async function check(ticket: Awaited<ReturnType<typeof useTicket>>) {
    const [actor] = ticket ? await findActors(db, config, [ticket.sessionId]) : []
    if (!ticket?.studyId || !actor) throw new AppError('NOT_AUTHENTICATED')
    const study = await findStudy(db, actor, ticket.studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return { actor, study }
  }

  return {
    /** The study that a ticket would open; the ticket stays good. */
    peek: async (ticket: string) => check(await peekTicket(db, ticket, 'viewer')),

    /** Uses the ticket up and grants its study's images to the browser that brought it, for the rest of the session. */
    async open(ticket: string) {
      const { actor, study } = await check(await useTicket(db, ticket, 'viewer'))
      const { sessionId, expiresAt } = actor
      const secret = await db.transaction(async (tx) => {
        await audit(tx, actor, { action: 'images.opened', target: { type: 'study', id: study.id } })
        return createViewerGrant(tx, { sessionId, studyId: study.id, expiresAt })
      })
      return { study, secret, expiresAt }
    },
  }
}
