import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('report withdrawal', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const unauthorize = (studyIds: string[], reason = 'Wrong side named') =>
    api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload: { studyIds, reason } }, cast.admin)
  const find = async (id: string) => (await api.db.select().from(studies).where(eq(studies.id, id)))[0]
  const reportsOf = (who: 'staffA' | 'admin', studyId: string) =>
    api.request({ method: 'GET', url: `/api/documents/study/${studyId}/reports` }, cast[who])

  async function finished() {
    const { doctorId, userId } = cast.assignedDoctor
    const [doctor] = await api.db.select().from(doctors).where(eq(doctors.id, doctorId))
    const study = await createStudy(api.db, {
      labId: cast.labA.id,
      status: 'report_finalized',
      reportedAt: new Date(),
      reportedByDoctorId: doctor?.id ?? null,
    })
    const report = await createReport(api.db, { studyId: study.id, doctorId, uploadedBy: userId, status: 'finalized' })
    return { study, report }
  }

  it('returns the study to in progress, records the reason in history and audit log, and updates the lists', async () => {
    const { study } = await finished()
    const answer = await unauthorize([study.id], '  Wrong side named\r\nin the report ')
    expect(answer.json()).toEqual({ success: true, results: [{ studyId: study.id, error: null }] })
    expect(await find(study.id)).toMatchObject({ status: 'report_in_progress', reportedAt: null, reportedByDoctorId: null })
    const events = await api.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, study.id))
    expect(events).toMatchObject([
      {
        event: 'reset',
        fromStatus: 'report_finalized',
        toStatus: 'report_in_progress',
        actorUserId: cast.admin.userId,
        reason: 'Wrong side named\nin the report',
      },
    ])
    const audited = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'study.unauthorized'), eq(auditLog.targetId, study.id)))
    expect(audited).toMatchObject([{ actorUserId: cast.admin.userId, details: {} }])
    const live = await api.db.select().from(outbox).where(eq(outbox.name, 'study.status'))
    expect(live.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ studyId: study.id, status: 'report_in_progress' }),
    )
  })

  it('hides the report from the laboratory, and shows others that it was withdrawn', async () => {
    const { study, report } = await finished()
    expect((await reportsOf('staffA', study.id)).json().reports).toMatchObject([{ id: report.id, isWithdrawn: false }])
    await unauthorize([study.id])
    expect((await reportsOf('staffA', study.id)).json().reports).toEqual([])
    expect((await reportsOf('admin', study.id)).json()).toMatchObject({
      reports: [{ id: report.id, reportStatus: 'finalized', isWithdrawn: true }],
      studyInfo: { reportInfo: { reporterName: null } },
    })
    const download = `/api/documents/study/${study.id}/reports/${report.id}/download`
    expect((await api.request({ method: 'GET', url: download }, cast.staffA)).json().code).toBe('REPORT_NOT_FOUND')
    expect(await api.db.$count(reports, eq(reports.id, report.id))).toBe(1)
  })

  it('answers per study, so that one refusal does not stop the others', async () => {
    const [one, two] = [await finished(), await finished()]
    const waiting = await createStudy(api.db, { status: 'pending_assignment' })
    const unknown = randomUUID()
    const answer = await unauthorize([one.study.id, waiting.id, unknown, two.study.id, one.study.id])
    expect(answer.statusCode).toBe(200)
    expect(answer.json().results).toEqual([
      { studyId: one.study.id, error: null },
      {
        studyId: waiting.id,
        error: { code: 'INVALID_TRANSITION', message: 'This is not possible while the study is in status "Pending".' },
      },
      { studyId: unknown, error: { code: 'STUDY_NOT_FOUND', message: 'Study not found' } },
      { studyId: two.study.id, error: null },
    ])
    expect((await find(waiting.id))?.status).toBe('pending_assignment')
    expect(await api.db.$count(studyEventLog, eq(studyEventLog.studyId, waiting.id))).toBe(0)
  })

  it('requires a reason and 1 to 1000 studies', async () => {
    const { study } = await finished()
    const refused = [
      await unauthorize([study.id], '   '),
      await unauthorize([]),
      await unauthorize(Array.from({ length: 1001 }, () => randomUUID())),
    ]
    expect(refused.map((answer) => [answer.statusCode, answer.json().message.split(': ')[1]])).toEqual([
      [400, 'reason'],
      [400, 'studyIds'],
      [400, 'studyIds'],
    ])
    expect((await find(study.id))?.status).toBe('report_finalized')
  })
})
