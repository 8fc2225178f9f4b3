import { randomUUID } from 'node:crypto'
import { outbox } from '@readroom/db/core/outbox.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { reportDrafts } from '@readroom/db/reading/reading.schema'
import { findStandingVersion } from '@readroom/db/reports/archived-reports'
import { listChain } from '@readroom/db/reports/report-versions'
import { reports } from '@readroom/db/reports/reports.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { releaseReports } from '@readroom/domain/reading/report-recall'
import { isIntact } from '@readroom/domain/reports/report-chain'
import { transition } from '@readroom/domain/studies/transition'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('a signed report that can still be recalled', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    await api.db
      .update(labs)
      .set({ mailOnReport: true, contactEmail: 'desk@lab.example', archiveReports: true, preliminaryVisible: true })
      .where(eq(labs.id, cast.labA.id))
  })
  afterAll(() => api.stop())

  type Who = 'assignedDoctor' | 'otherDoctor' | 'staffA' | 'admin'
  const get = async (who: Who, url: string) => api.request({ method: 'GET', url }, cast[who])
  const recall = async (who: Who, studyId: string, versionId: string) =>
    api.request({ method: 'POST', url: `/api/studies/${studyId}/reading/recall`, payload: { versionId } }, cast[who])
  const statusOf = async (studyId: string) => (await api.db.select().from(studies).where(eq(studies.id, studyId)))[0]?.status

  async function assigned() {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    for (const who of ['assignedDoctor', 'otherDoctor'] as const)
      await createAssignment(api.db, { studyId: study.id, doctorId: cast[who].doctorId, assignedBy: cast.admin.userId })
    return study.id
  }
  const sign = async (studyId: string, options: Parameters<typeof signAs>[3] = {}) => {
    const signed = await signAs(api, cast.assignedDoctor, studyId, { recallSeconds: 60, ...options })
    await makeDocuments(api, signed)
    return signed
  }
  /** Ends the recall time and runs the job. */
  async function release(studyId: string) {
    await api.db.update(reports).set({ recallableUntil: sql`now()` }).where(eq(reports.studyId, studyId))
    return releaseReports(api.db)
  }
  /** Returns the mails that would be sent. */
  async function sent(studyId: string) {
    const ids = (await api.db.select({ id: reports.id }).from(reports).where(eq(reports.studyId, studyId))).map(({ id }) => id)
    const rows = await api.db
      .select({ name: outbox.name })
      .from(outbox)
      .where(
        and(
          inArray(outbox.name, ['report-notice.send', 'amendment-notice.send']),
          sql`${outbox.payload} ->> 'reportId' = any(${sql.param(ids)})`,
        ),
      )
    return new Set(rows.map(({ name }) => name))
  }
  /** Reads the study's reports as laboratory staff, in every way. */
  async function seenByLaboratory(studyId: string, reportId: string) {
    const list = `/api/documents/study/${studyId}/reports`
    const { study } = (await get('staffA', `/api/studies/${studyId}`)).json()
    return {
      listed: (await get('staffA', list)).json().reports.length,
      versions: (await get('staffA', `/api/studies/${studyId}/report-versions`)).json().versions.length,
      pdf: (await get('staffA', `${list}/${reportId}/download`)).statusCode,
      row: [study.ReportAvailable, study.finishedReport !== null],
    }
  }
  const nothing = { listed: 0, versions: 0, pdf: 404, row: [false, false] }

  it.each(['final', 'preliminary'] as const)(
    'is hidden from every laboratory until its recall time is over (%s)',
    async (meaning) => {
      const studyId = await assigned()
      const { report } = await sign(studyId, { meaning })
      expect(await seenByLaboratory(studyId, report.id)).toEqual(nothing)
      await release(studyId)
      expect(await seenByLaboratory(studyId, report.id)).toMatchObject({ listed: 1, versions: 1, pdf: 200 })
    },
  )

  it('is not mailed, archived or dispatched before its time is over', async () => {
    const studyId = await assigned()
    await sign(studyId)
    expect(await sent(studyId)).toEqual(new Set())
    expect(await findStandingVersion(api.db, studyId)).toBeNull()
    const payload = { studyIds: [studyId], email: 'someone@clinic.example', withImages: false }
    const dispatched = await api.request({ method: 'POST', url: '/api/admin/studies/dispatch', payload }, cast.admin)
    expect(dispatched.body).toContain('REPORT_NOT_RELEASED')
    await release(studyId)
    expect(await sent(studyId)).toEqual(new Set(['report-notice.send']))
    expect(await findStandingVersion(api.db, studyId)).toMatchObject({ number: 1 })
  })

  it('gives back the name of its template and those who wrote it', async () => {
    const studyId = await assigned()
    const writerIds = [cast.otherDoctor.userId, cast.assignedDoctor.userId]
    const ofStudy = eq(reportDrafts.studyId, studyId)
    const { version } = await sign(studyId, {
      also: async (tx) => void (await tx.update(reportDrafts).set({ writerIds, templateName: 'CT chest' }).where(ofStudy)),
    })
    expect((await recall('assignedDoctor', studyId, version.id)).statusCode).toBe(200)
    expect(await api.db.select().from(reportDrafts).where(ofStudy)).toMatchObject([{ writerIds, templateName: 'CT chest' }])
  })

  it('is released although others cannot be, however many', async () => {
    const [broken, studyId] = [await assigned(), await assigned()]
    const { report } = await sign(broken)
    const { report: whole } = await sign(studyId)
    // They come first, because they are older.
    const recallableUntil = new Date(Date.now() - 3_600_000)
    const { doctorId, uploadedBy } = report
    const held = { studyId: broken, doctorId, uploadedBy, status: 'finalized', releasedAt: null, recallableUntil } as const
    for (let version = 2; version <= 150; version++) await createReport(api.db, { ...held, version })
    await api.db.update(reports).set({ recallableUntil }).where(eq(reports.id, report.id))
    await api.asOwner(`alter table reports add constraint never_released check (study_id <> '${broken}' or released_at is null)`)
    onTestFinished(async () => {
      await api.asOwner('alter table reports drop constraint never_released')
    })
    expect((await release(studyId)).failures.size).toBe(150)
    expect(await seenByLaboratory(broken, report.id)).toEqual(nothing)
    expect(await seenByLaboratory(studyId, whole.id)).toMatchObject({ listed: 1 })
  })

  it('returns as the signed draft, and the study is in progress again', async () => {
    const studyId = await assigned()
    const { version } = await sign(studyId)
    expect((await recall('assignedDoctor', studyId, version.id)).statusCode).toBe(200)
    const opened = (await get('assignedDoctor', `/api/studies/${studyId}/reading?windowId=${randomUUID()}`)).json()
    expect(opened.draft).toMatchObject({ content: version.content, kind: 'original' })
    expect(opened.versions).toMatchObject([{ id: version.id, isWithdrawn: true, recallSeconds: null }])
    expect(opened.kinds).toEqual(['original'])
    expect(await statusOf(studyId)).toBe('report_in_progress')
    const [study] = await api.db.select().from(studies).where(eq(studies.id, studyId))
    expect([study?.reportedAt, study?.reportedByDoctorId]).toEqual([null, null])
    await release(studyId)
    expect(await seenByLaboratory(studyId, version.id)).toEqual(nothing)
    expect(
      isIntact(studyId, { signed: await listChain(api.db, studyId), uploads: [], audited: [version.hash], pictures: [] }),
    ).toBe(true)
  })

  it.each([
    ['asks about images that were sent anew since', 1, true],
    ['asks about no images that are the same', 0, false],
  ])('%s', async (_what, generations, isAsked) => {
    const studyId = await assigned()
    const ofStudy = eq(studies.id, studyId)
    await api.db.update(studies).set({ instancesHash: 'a', settledAt: sql`now()` }).where(ofStudy)
    const { version } = await sign(studyId)
    await api.db
      .update(studies)
      .set({ generation: sql`${studies.generation} + ${generations}` })
      .where(ofStudy)
    expect((await recall('assignedDoctor', studyId, version.id)).statusCode).toBe(200)
    const opened = (await get('assignedDoctor', `/api/studies/${studyId}/reading?windowId=${randomUUID()}`)).json()
    expect(opened.imagesChanged).toBe(isAsked)
  })

  it('leaves the previous report valid if it is a correction', async () => {
    const studyId = await assigned()
    const first = await sign(studyId, { recallSeconds: 0 })
    const second = await sign(studyId, { kind: 'correction' })
    expect((await recall('assignedDoctor', studyId, second.version.id)).statusCode).toBe(200)
    expect(await statusOf(studyId)).toBe('report_finalized')
    expect(await seenByLaboratory(studyId, first.report.id)).toMatchObject({ listed: 1, versions: 1, pdf: 200 })
    const opened = (await get('assignedDoctor', `/api/studies/${studyId}/reading?windowId=${randomUUID()}`)).json()
    expect(opened.draft).toMatchObject({ kind: 'correction', reason: 'The side was wrong.' })
  })

  it.each(['original', 'correction'] as const)('can be recalled although the study is to be read anew (%s)', async (kind) => {
    const studyId = await assigned()
    if (kind === 'correction') await sign(studyId, { recallSeconds: 0 })
    const { version, report } = await sign(studyId, { kind })
    await api.db.transaction(async (tx) => {
      const [locked, study] = await lockAnyStudy(tx, studyId)
      if (study) await transition(locked, study, 'reset', { actorUserId: cast.admin.userId, details: { withdrawn: false } })
    })
    expect((await recall('assignedDoctor', studyId, version.id)).statusCode).toBe(200)
    await release(studyId)
    expect(await statusOf(studyId)).toBe('report_in_progress')
    const list = `/api/documents/study/${studyId}/reports`
    expect((await get('staffA', `${list}/${report.id}/download`)).statusCode).toBe(404)
  })

  it('is recalled by its signer only, once, for its own study, and never after its release', async () => {
    const studyId = await assigned()
    const { version } = await sign(studyId)
    expect((await recall('otherDoctor', studyId, version.id)).statusCode).toBe(403)
    const elsewhere = await recall('assignedDoctor', await assigned(), version.id)
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'REPORT_NOT_RECALLABLE'])
    expect((await recall('assignedDoctor', studyId, version.id)).statusCode).toBe(200)
    expect((await recall('assignedDoctor', studyId, version.id)).statusCode).toBe(409)

    const released = await assigned()
    const { version: late } = await sign(released)
    await release(released)
    expect((await recall('assignedDoctor', released, late.id)).json().code).toBe('REPORT_NOT_RECALLABLE')
    expect(await statusOf(released)).toBe('report_finalized')
  })

  it('cannot be recalled while a later report stands', async () => {
    const studyId = await assigned()
    const first = await sign(studyId)
    const second = await sign(studyId, { kind: 'addendum' })
    expect((await recall('assignedDoctor', studyId, first.version.id)).json().code).toBe('REPORT_NOT_RECALLABLE')
    expect(await statusOf(studyId)).toBe('report_finalized')
    // The later one goes first. Its text is the draft then, and follows the earlier report.
    expect((await recall('assignedDoctor', studyId, second.version.id)).statusCode).toBe(200)
    expect((await recall('assignedDoctor', studyId, first.version.id)).json().code).toBe('REPORT_NOT_RECALLABLE')
    await release(studyId)
    expect(await seenByLaboratory(studyId, first.report.id)).toMatchObject({ listed: 1, versions: 1, pdf: 200 })
  })

  it('cannot be recalled once a newer draft exists', async () => {
    const studyId = await assigned()
    const { version } = await sign(studyId)
    const held = { windowId: randomUUID(), takeOver: false }
    await api.request({ method: 'POST', url: `/api/studies/${studyId}/reading/hold`, payload: held }, cast.otherDoctor)
    expect((await recall('assignedDoctor', studyId, version.id)).json().code).toBe('REPORT_NOT_RECALLABLE')
  })
})
