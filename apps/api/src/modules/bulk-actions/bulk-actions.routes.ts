import { bulkActionEndpoints } from '@readroom/contracts/bulk-actions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { createDispatchService } from './dispatch.service.ts'
import { createUnauthorizeService } from './unauthorize.service.ts'

export function bulkActionRoutes(app: FastifyInstance, context: Context): void {
  const { unauthorize } = createUnauthorizeService(context)
  const { dispatch } = createDispatchService(context)

  mount(app, context, bulkActionEndpoints.unauthorize, async ({ actor, body }) => ({ results: await unauthorize(actor, body) }))
  mount(app, context, bulkActionEndpoints.dispatch, async ({ actor, body }) => ({ results: await dispatch(actor, body) }))
}
