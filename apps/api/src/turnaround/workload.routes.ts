import { workloadEndpoints } from '@readroom/contracts/turnaround/workload'
import { viewWorkload } from '@readroom/domain/turnaround/workload'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { mount } from '../core/http/mount.ts'

export function workloadRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  mount(app, context, workloadEndpoints.view, async () => ({ workload: await viewWorkload(db, settings.now().clinicTimeZone) }))
}
