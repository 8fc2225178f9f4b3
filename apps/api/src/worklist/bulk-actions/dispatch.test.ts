import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { reportDispatches } from '@readroom/db/reports/dispatches.schema'
import { shareLinks } from '@readroom/db/studies/sharing/share-links.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createCast, createLab, createReport, createStudy } from '@readroom/db/testing/factories'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('report dispatch', () => {
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

  /** Makes a study with reports of these statuses, versions counted from 1. */
  async function reported(...statuses: ('draft' | 'finalized')[]) {
    const study = await createStudy(api.db, { status: 'report_finalized', patientName: 'Secret Patient' })
    const { doctorId, userId: uploadedBy } = cast.assignedDoctor
    const made = []
    for (const [index, status] of statuses.entries()) {
      made.push(await createReport(api.db, { studyId: study.id, doctorId, uploadedBy, status, version: index + 1 }))
    }
    return { study, reports: made }
  }

  it('records sender, recipient, version and report once per study, and queues one mail without names', async () => {
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

  it('refuses studies without a valid finalized report, and sends the others', async () => {
    const [drafted, bare, good, withdrawn] = [
      await reported('draft'),
      await reported(),
      await reported('finalized'),
      await reported('finalized'),
    ]
    await api.request(
      {
        method: 'POST',
        url: '/api/admin/studies/unauthorize',
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

  it('makes no link before the mail, keeps secrets out of the queue, and refuses studies that cannot be shared', async () => {
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

  it('mails no image link for a laboratory that requires a PIN', async () => {
    const { study } = await reported('finalized')
    const lab = await createLab(api.db, { sharePinRequired: true })
    await api.db.update(studies).set({ labId: lab.id }).where(eq(studies.id, study.id))
    const [withImages, without] = [newEmail(), newEmail()]
    const { results } = (await dispatch([study.id], { email: withImages, withImages: true })).json()
    expect(results).toMatchObject([{ error: { code: 'SHARE_PIN_REQUIRED' } }])
    expect(await sentTo(withImages)).toEqual([])
    await dispatch([study.id], { email: without })
    expect(await sentTo(without)).toMatchObject([{ studyId: study.id }])
  })

  it('mails nobody where nothing was dispatched', async () => {
    const before = await api.db.$count(outbox, eq(outbox.name, 'dispatch.send'))
    await dispatch([(await reported('draft')).study.id], { email: newEmail() })
    expect(await api.db.$count(outbox, eq(outbox.name, 'dispatch.send'))).toBe(before)
  })

  it('requires a deliverable email address', async () => {
    const { study } = await reported('finalized')
    for (const recipient of [{}, { email: 'nobody' }, { email: 'a@b.example\r\nBcc: c@d.example' }]) {
      expect((await dispatch([study.id], recipient)).json().message).toMatch(/: email$/)
    }
  })
})
