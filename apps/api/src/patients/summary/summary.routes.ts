import { summaryEndpoints } from '@readroom/contracts/patients/summary'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { readStudySummary } from './summary.service.ts'

export function summaryRoutes(app: FastifyInstance, context: Context): void {
  mount(app, context, summaryEndpoints.read, async ({ actor, params, query }) => ({
    data: await readStudySummary(context, actor, { ...params, ...query }),
  }))
}
