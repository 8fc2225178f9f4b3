import { AppError } from '@readroom/contracts/errors'
import { healthEndpoints } from '@readroom/contracts/health'
import { ping } from '@readroom/db/queries/ping'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

export function healthRoutes(app: FastifyInstance, context: Context): void {
  mount(app, context, healthEndpoints.live, async () => ({}))
  mount(app, context, healthEndpoints.ready, async () => {
    if (app.stopping.signal.aborted) throw new AppError('UNAVAILABLE')
    await ping(context.db)
    return {}
  })
}
