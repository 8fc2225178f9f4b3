import { bulkActionEndpoints } from '@readroom/contracts/worklist/bulk-actions'
import { dispatchReports } from '@readroom/domain/reports/dispatch'
import { withdrawReport } from '@readroom/domain/reports/withdrawal'
import { perStudy } from '@readroom/domain/studies/per-study'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

export function bulkActionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, bulkActionEndpoints.unauthorize, async ({ actor, body: { studyIds, reason } }) => {
    const withdraw = (studyId: string) => db.transaction((tx) => withdrawReport(tx, actor, { studyId, reason }))
    return { results: await perStudy(studyIds, withdraw) }
  })
  mountOnce(app, context, bulkActionEndpoints.dispatch, async (tx, { actor, body }) => ({
    results: await dispatchReports(tx, actor, body),
  }))
}
