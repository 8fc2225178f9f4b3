import { AppError } from '@readroom/contracts/errors'
import { audit } from '@readroom/db/audit'
import { findStudy } from '@readroom/db/queries/studies'
import { createViewerGrant, useTicket } from '@readroom/db/queries/tickets'
import type { Context } from '../../context.ts'
import { findActors } from '../../http/session.ts'

export function createViewerService({ db, config }: Pick<Context, 'db' | 'config'>) {
  return {
    /** Uses the ticket up and grants its study's images to the browser that brought it, for the rest of the session. */
    async open(ticket: string) {
      const used = await useTicket(db, ticket, 'viewer')
      const [actor] = used ? await findActors(db, config, [used.sessionId]) : []
      if (!used?.studyId || !actor) throw new AppError('NOT_AUTHENTICATED')
      const study = await findStudy(db, actor, used.studyId)
      if (!study) throw new AppError('STUDY_NOT_FOUND')
      const { sessionId, expiresAt } = actor
      const secret = await db.transaction(async (tx) => {
        await audit(tx, actor, { action: 'images.opened', target: { type: 'study', id: study.id } })
        return createViewerGrant(tx, { sessionId, studyId: study.id, expiresAt })
      })
      return { study, secret, expiresAt }
    },
  }
}
