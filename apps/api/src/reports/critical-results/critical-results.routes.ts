import { AppError } from '@readroom/contracts/core/errors'
import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/reports/critical-results'
import type { Db } from '@readroom/db/core/client'
import { type CriticalRecord, listCriticalResults, listOpenCriticalResults } from '@readroom/db/reports/critical-results'
import { findStudy } from '@readroom/db/studies/studies'
import { acknowledgeCritical, markCritical, tellCritical } from '@readroom/domain/reports/critical-results'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

const toResult = ({ result, markedBy, times, lastAt, told, acknowledged }: CriticalRecord): CriticalResult => ({
  id: result.id,
  studyId: result.studyId,
  category: result.category,
  finding: result.finding,
  markedBy,
  foundAt: result.foundAt.toISOString(),
  dueAt: result.dueAt.toISOString(),
  notified: { times, lastAt: lastAt?.toISOString() ?? null },
  told: told.map(({ name, telephone, method, by, at }) => ({ name, telephone, method, by, at: at.toISOString() })),
  acknowledged: acknowledged && { name: acknowledged.name, at: acknowledged.at.toISOString() },
})

export function criticalResultRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  /** Returns a critical result of a study. Its id comes from a call that has just succeeded. */
  async function requireResult(tx: Db, studyId: string, resultId: string): Promise<CriticalResult> {
    const found = (await listCriticalResults(tx, studyId)).find(({ result }) => result.id === resultId)
    if (!found) throw new AppError('CRITICAL_RESULT_NOT_FOUND')
    return toResult(found)
  }

  mountOnce(app, context, criticalResultEndpoints.mark, async (tx, { actor, params: { studyId }, body }) => {
    const resultId = await markCritical(tx, actor, { studyId, ...body })
    return { result: await requireResult(tx, studyId, resultId) }
  })
  mountOnce(app, context, criticalResultEndpoints.tell, async (tx, { actor, params, body }) => {
    await tellCritical(tx, actor, { ...params, ...body })
    return { result: await requireResult(tx, params.studyId, params.resultId) }
  })
  mount(app, context, criticalResultEndpoints.list, async ({ actor, params: { studyId } }) => {
    if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
    return { results: (await listCriticalResults(db, studyId)).map(toResult) }
  })
  mount(app, context, criticalResultEndpoints.open, async ({ actor }) => ({
    results: (await listOpenCriticalResults(db, actor)).map((record) => ({
      ...toResult(record),
      patientName: record.patientName,
      patientId: record.patientId,
      accessionNumber: record.accessionNumber,
      laboratory: record.laboratory,
    })),
  }))
  mount(app, context, criticalResultEndpoints.acknowledge, async ({ actor, params, body }) => {
    await db.transaction((tx) => acknowledgeCritical(tx, actor, { ...params, name: body.name }))
    return { result: await requireResult(db, params.studyId, params.resultId) }
  })
}
