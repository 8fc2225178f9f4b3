import { bulkActionEndpoints } from '@readroom/contracts/bulk-actions'
import { dispatchReports } from '@readroom/domain/dispatch'
import { perStudy } from '@readroom/domain/per-study'
import { withdrawReport } from '@readroom/domain/withdrawal'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

export function bulkActionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, bulkActionEndpoints.unauthorize, async ({ actor, body: { studyIds, reason } }) => {
    const withdraw = (studyId: string) => db.transaction((tx) => withdrawReport(tx, actor, { studyId, reason }))
    return { results: await perStudy(studyIds, withdraw) }
  })
  mount(app, context, bulkActionEndpoints.dispatch, async ({ actor, body }) => ({
    results: await db.transaction((tx) => dispatchReports(tx, actor, body)),
  }))
}
