import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/critical-results'
import { AppError } from '@readroom/contracts/errors'
import { type CriticalRecord, listCriticalResults, listOpenCriticalResults } from '@readroom/db/queries/critical-results'
import { findStudy } from '@readroom/db/queries/studies'
import { acknowledgeCritical, markCritical, tellCritical } from '@readroom/domain/critical-results'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

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

  /** One of a study, of which the caller has just learned the id. */
  async function requireResult(studyId: string, resultId: string): Promise<CriticalResult> {
    const found = (await listCriticalResults(db, studyId)).find(({ result }) => result.id === resultId)
    if (!found) throw new AppError('CRITICAL_RESULT_NOT_FOUND')
    return toResult(found)
  }

  mount(app, context, criticalResultEndpoints.mark, async ({ actor, params: { studyId }, body }) => {
    const resultId = await db.transaction((tx) => markCritical(tx, actor, { studyId, ...body }))
    return { result: await requireResult(studyId, resultId) }
  })
  mount(app, context, criticalResultEndpoints.tell, async ({ actor, params, body }) => {
    await db.transaction((tx) => tellCritical(tx, actor, { ...params, ...body }))
    return { result: await requireResult(params.studyId, params.resultId) }
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
    return { result: await requireResult(params.studyId, params.resultId) }
  })
}
