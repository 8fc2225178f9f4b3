import { randomUUID } from 'node:crypto'
import { reportDispatches } from '@readroom/db/schema/dispatch'
import { shareLinks } from '@readroom/db/schema/sharing'
import { auditLog, outbox } from '@readroom/db/schema/system'
import { createActor, createCast, createReport, createStudy, createUser } from '@readroom/db/testing/factories'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('dispatching reports', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newEmail = () => `${randomUUID()}@hospital.example`
  const dispatch = (studyIds: string[], recipient: object) =>
    api.request({ method: 'POST', url: '/api/admin/studies/dispatch', payload: { studyIds, ...recipient } }, cast.admin)
  const sentTo = (email: string) => api.db.select().from(reportDispatches).where(eq(reportDispatches.email, email))

  /** A study with these reports, versions counted from 1. */
  async function reported(...statuses: ('draft' | 'finalized')[]) {
    const study = await createStudy(api.db, { status: 'report_finalized', patientName: 'Secret Patient' })
    const { doctorId, userId: uploadedBy } = cast.assignedDoctor
    const made = []
    for (const [index, status] of statuses.entries()) {
      made.push(await createReport(api.db, { studyId: study.id, doctorId, uploadedBy, status, version: index + 1 }))
    }
    return { study, reports: made }
  }

  it('records who sent which version of which report to whom, once per study, and queues one mail without names', async () => {
    const [one, two] = [await reported('finalized', 'finalized'), await reported('finalized', 'draft')]
    const email = newEmail()
    const answer = await dispatch([one.study.id, two.study.id, one.study.id], { email, recipientName: 'Dr Rhea Ferring' })
    const ok = [one.study.id, two.study.id].sort().map((studyId) => ({ studyId, error: null }))
    expect(answer.json()).toEqual({ success: true, results: ok })
    const rows = await sentTo(email)
    const common = { recipientName: 'Dr Rhea Ferring', dispatchedBy: cast.admin.userId, mailedAt: null }
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(
      expect.objectContaining({ ...common, studyId: one.study.id, reportId: one.reports[1]?.id, reportVersion: 2 }),
    )
    expect(rows).toContainEqual(
      expect.objectContaining({ ...common, studyId: two.study.id, reportId: two.reports[0]?.id, reportVersion: 1 }),
    )
    const audited = and(eq(auditLog.action, 'report.dispatched'), eq(auditLog.targetId, one.study.id))
    expect(await api.db.select().from(auditLog).where(audited)).toMatchObject([{ actorUserId: cast.admin.userId }])
    const batchId = rows[0]?.batchId
    const queued = await api.db.select().from(outbox).where(eq(outbox.name, 'dispatch.send'))
    expect(queued.map(({ payload }) => payload)).toEqual([{ v: 1, batchId }])
  })

  it('refuses studies without a finalized report that still counts; the others go', async () => {
    const [drafted, bare, good, withdrawn] = [
      await reported('draft'),
      await reported(),
      await reported('finalized'),
      await reported('finalized'),
    ]
    await api.request(
      {
        ...{ method: 'POST', url: '/api/admin/studies/unauthorize' },
        payload: { studyIds: [withdrawn.study.id], reason: 'Wrong patient' },
      },
      cast.admin,
    )
    const [email, unknown] = [newEmail(), randomUUID()]
    const ids = [drafted.study.id, bare.study.id, good.study.id, withdrawn.study.id, unknown]
    const { results } = (await dispatch(ids, { email })).json()
    const refused = { code: 'REPORT_NOT_FINALIZED', message: 'This study has no finalized report to dispatch.' }
    const errors = Object.fromEntries(results.map((result: { studyId: string; error: object }) => [result.studyId, result.error]))
    expect(errors).toEqual({
      [drafted.study.id]: refused,
      [bare.study.id]: refused,
      [good.study.id]: null,
      [withdrawn.study.id]: refused,
      [unknown]: { code: 'STUDY_NOT_FOUND', message: 'Study not found' },
    })
    expect(await sentTo(email)).toMatchObject([{ studyId: good.study.id, recipientName: null }])
  })

  it('makes no link before the mail: the queue has no secret, and what could not be shared is refused here', async () => {
    const [good, twin, plain] = [await reported('finalized'), await reported('finalized'), await reported('finalized')]
    await createStudy(api.db, { studyInstanceUid: twin.study.studyInstanceUid })
    const email = newEmail()
    const { results } = (await dispatch([good.study.id, twin.study.id], { email, withImages: true })).json()
    const codes = results.map(({ studyId, error }: { studyId: string; error: { code: string } | null }) => [studyId, error?.code])
    expect(Object.fromEntries(codes)).toEqual({ [good.study.id]: undefined, [twin.study.id]: 'STUDY_UID_AMBIGUOUS' })
    expect(await sentTo(email)).toMatchObject([{ studyId: good.study.id, withImages: true, shareLinkId: null }])
    expect(await api.db.$count(shareLinks, eq(shareLinks.studyId, good.study.id))).toBe(0)

    const other = newEmail()
    await dispatch([plain.study.id], { email: other })
    expect(await sentTo(other)).toMatchObject([{ withImages: false }])
  })

  const mailsOf = async (batchId: string) =>
    api.db.$count(outbox, and(eq(outbox.name, 'dispatch.send'), sql`${outbox.payload} ->> 'batchId' = ${batchId}`))

  it('asked for again, because the answer was lost, answers the same and mails nothing more', async () => {
    const [good, drafted] = [await reported('finalized'), await reported('draft')]
    const [email, requestId] = [newEmail(), randomUUID()]
    const ids = [good.study.id, drafted.study.id]
    const ask = () => dispatch(ids, { email, requestId })
    const [first, ...others] = await Promise.all([ask(), ask(), ask()])
    expect(first.json().results).toContainEqual({ studyId: good.study.id, error: null })
    for (const other of [...others, await ask()]) expect(other.json()).toEqual(first.json())
    expect(await sentTo(email)).toMatchObject([{ studyId: good.study.id, batchId: requestId }])
    expect(await mailsOf(requestId)).toBe(1)
    const audited = and(eq(auditLog.action, 'report.dispatched'), eq(auditLog.targetId, good.study.id))
    expect(await api.db.$count(auditLog, audited)).toBe(1)
  })

  it('asked for again says of a study that was refused that it can be sent by now, and sends it with another request', async () => {
    const [good, late] = [await reported('finalized'), await reported()]
    const [email, requestId] = [newEmail(), randomUUID()]
    const ids = [good.study.id, late.study.id]
    await dispatch(ids, { email, requestId })
    const { doctorId, userId: uploadedBy } = cast.assignedDoctor
    await createReport(api.db, { studyId: late.study.id, doctorId, uploadedBy, status: 'finalized', version: 1 })
    const { results } = (await dispatch(ids, { email, requestId })).json()
    expect(results.find(({ studyId }: { studyId: string }) => studyId === late.study.id).error.code).toBe('CONFLICT')
    expect(await sentTo(email)).toHaveLength(1)
    await dispatch([late.study.id], { email, requestId: randomUUID() })
    expect(await sentTo(email)).toHaveLength(2)
  })

  it.each<[string, object]>([
    ['address', { email: 'other@hospital.example' }],
    ['name', { recipientName: 'Dr Rhea Ferring' }],
    ['wish for images', { withImages: true }],
    ['studies', { studyIds: [randomUUID()] }],
  ])('with the id of a request with another %s is refused, and nothing is sent', async (_what, other) => {
    const { study } = await reported('finalized')
    const payload = { studyIds: [study.id], email: newEmail(), requestId: randomUUID() }
    const send = (body: object, as: typeof cast.admin) =>
      api.request({ method: 'POST', url: '/api/admin/studies/dispatch', payload: body }, as)
    await send(payload, cast.admin)
    const anotherAdmin = await createActor(api.db, await createUser(api.db, 'admin'))
    for (const answer of [await send({ ...payload, ...other }, cast.admin), await send(payload, anotherAdmin)])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'CONFLICT'])
    expect(await api.db.$count(reportDispatches, eq(reportDispatches.studyId, study.id))).toBe(1)
    expect(await mailsOf(payload.requestId)).toBe(1)
  })

  it('mails nobody where nothing was dispatched', async () => {
    const before = await api.db.$count(outbox, eq(outbox.name, 'dispatch.send'))
    await dispatch([(await reported('draft')).study.id], { email: newEmail() })
    expect(await api.db.$count(outbox, eq(outbox.name, 'dispatch.send'))).toBe(before)
  })

  it('asks for an address that mail can be sent to', async () => {
    const { study } = await reported('finalized')
    for (const recipient of [{}, { email: 'nobody' }, { email: 'a@b.example\r\nBcc: c@d.example' }]) {
      expect((await dispatch([study.id], recipient)).json().message).toMatch(/: email$/)
    }
  })
})
