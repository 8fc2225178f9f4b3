import { locationEndpoints } from '@readroom/contracts/locations'
import { listLocations } from '@readroom/db/queries/locations'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

export function locationRoutes(app: FastifyInstance, context: Context): void {
  mount(app, context, locationEndpoints.list, async ({ actor }) => ({ locations: await listLocations(context.db, actor) }))
}
