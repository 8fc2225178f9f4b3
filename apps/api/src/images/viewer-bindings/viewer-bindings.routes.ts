import { viewerBindingEndpoints as endpoints } from '@readroom/contracts/images/viewer-bindings'
import { findViewerBindings, saveViewerBindings } from '@readroom/db/images/viewer-bindings'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

export function viewerBindingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  mount(app, context, endpoints.read, async ({ actor }) => ({ bindings: await findViewerBindings(db, actor.userId) }))
  mount(app, context, endpoints.save, async ({ actor, body }) => {
    await saveViewerBindings(db, actor.userId, body.bindings)
    return { message: 'Keys saved' }
  })
}
