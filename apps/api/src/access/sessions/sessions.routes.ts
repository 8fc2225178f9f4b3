import { sessionEndpoints } from '@readroom/contracts/access/sessions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { createSessionService } from './sessions.service.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const sessions = createSessionService(context)

  mount(app, context, sessionEndpoints.list, async ({ actor }) => ({ sessions: await sessions.list(actor) }))
  mount(app, context, sessionEndpoints.end, async ({ actor, params }) => {
    await sessions.end(actor, params.sessionId)
    return { message: 'Session ended' }
  })
  mount(app, context, sessionEndpoints.endOthers, async ({ actor }) => {
    const ended = await sessions.endOthers(actor)
    return { message: 'All other sessions ended', ended }
  })
}
