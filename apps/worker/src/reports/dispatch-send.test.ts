import { randomUUID } from 'node:crypto'
import { users } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { insertDispatch } from '@readroom/db/reports/dispatches'
import { reportDispatches } from '@readroom/db/reports/dispatches.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { listLinksInUse } from '@readroom/db/studies/sharing/share-links'
import { createDoctor, createReport, createStudy, createUser } from '@readroom/db/testing/factories'
import { emitJob } from '@readroom/domain/core/outbox'
import { issueDispatchLinks } from '@readroom/domain/reports/dispatch-links'
import { findSharedStudy } from '@readroom/domain/studies/sharing'
import { jobs } from '@readroom/jobs/jobs'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { dyingAfterwards, type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendDispatch } from './dispatch-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

/** Dispatches the reports of so many studies as the API does. Returns the job's payload. */
async function dispatch(studies: number, recipientName: string | null = 'Dr Rhea Ferring', withImages = false) {
  const email = `${randomUUID()}@hospital.example`
  const batchId = randomUUID()
  const [admin, { doctor, user }] = [await createUser(mail.db, 'admin'), await createDoctor(mail.db)]
  await mail.db.transaction(async (tx) => {
    for (let made = 0; made < studies; made += 1) {
      const { id: studyId } = await createStudy(tx, { patientName: 'Secret Patient' })
      const report = await createReport(tx, { studyId, doctorId: doctor.id, uploadedBy: user.id, status: 'finalized' })
      const sent = { studyId, reportId: report.id, reportVersion: 1, dispatchedBy: admin.id }
      await insertDispatch(tx, { batchId, email, recipientName, withImages, ...sent })
    }
    await emitJob(tx, 'dispatch.send', { batchId })
  })
  const queued = await mail.takeJobs('dispatch.send')
  expect(JSON.stringify(queued)).not.toMatch(/Secret|Ferring|hospital/)
  return { email, payload: jobs['dispatch.send'].payload.parse(queued.at(-1)) }
}

const rowsOf = (batchId: string) => mail.db.select().from(reportDispatches).where(eq(reportDispatches.batchId, batchId))

test('the mail leads to the sign-in, and names no patient', async () => {
  const { email, payload } = await dispatch(2)
  await sendDispatch(mail.context, payload, firstRun)
  const { subject, text, html } = await mail.getMail(email)
  expect(subject).toBe('2 reports are ready in Readroom')
  expect(text).toContain('Hello Dr Rhea Ferring,')
  expect(text).toContain('Address: https://portal.example.org/login')
  expect(subject + text + html).not.toContain('Secret')
})

test('repeated, it sends and records nothing more', async () => {
  const { email, payload } = await dispatch(1, null)
  await sendDispatch(mail.context, payload, firstRun)
  const [first] = await rowsOf(payload.batchId)
  expect(first?.mailedAt).toBeInstanceOf(Date)
  await sendDispatch(mail.context, payload, firstRun)
  expect(await rowsOf(payload.batchId)).toEqual([first])
  expect(await mail.listMails(email)).toHaveLength(1)
  expect((await mail.getMail(email)).text).toMatch(/^Hello,/)
})

test('with the mail server away it fails, to be run again, and is not taken for mailed', async () => {
  const { email, payload } = await dispatch(1)
  await mail.whileAway(async () => {
    await expect(sendDispatch(mail.context, payload, firstRun)).rejects.toThrow('the mail was not sent')
  })
  expect((await rowsOf(payload.batchId))[0]?.mailedAt).toBeNull()
  await sendDispatch(mail.context, payload, firstRun)
  expect(await mail.listMails(email)).toHaveLength(1)
})

test('of reports that were withdrawn meanwhile nobody is told', async () => {
  const { email, payload } = await dispatch(1)
  const [row] = await rowsOf(payload.batchId)
  await mail.db
    .update(reports)
    .set({ withdrawnAt: new Date() })
    .where(eq(reports.id, row?.reportId ?? ''))
  await sendDispatch(mail.context, payload, firstRun)
  expect(await mail.listMails(email)).toEqual([])
})

const tokensOf = (text = '') =>
  [...text.matchAll(/https:\/\/portal\.example\.org\/share\/([\w-]{43})\n/g)].map(([, token]) => token ?? '')
const withImages = (studies: number) => dispatch(studies, null, true)

/** The studies that the links of a mail open. */
async function openedBy(text: string | undefined) {
  const shared = await Promise.all(tokensOf(text).map((token) => findSharedStudy(mail.db, token)))
  return shared.map((opened) => opened?.study.id ?? null)
}

test('where asked for, the mail has a link to the images of each study for a week, as its administrator could make one', async () => {
  const { email, payload } = await withImages(2)
  await sendDispatch(mail.context, payload, firstRun)
  const { text, html } = await mail.getMail(email)
  const rows = await rowsOf(payload.batchId)
  expect((await openedBy(text)).sort()).toEqual(rows.map(({ studyId }) => studyId).sort())
  expect(text).toContain('Anyone with this email can open the images for 7 days')
  expect(text + html).not.toContain('Secret')
  for (const { studyId, dispatchedBy, shareLinkId } of rows) {
    const links = await listLinksInUse(mail.db, studyId)
    expect(links.map(({ link }) => link)).toMatchObject([{ id: shareLinkId, createdBy: dispatchedBy }])
    const days = ((links[0]?.link.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days * 100)).toBe(700)
    const made = and(eq(auditLog.action, 'share.created'), eq(auditLog.targetId, studyId))
    expect(await mail.db.select().from(auditLog).where(made)).toMatchObject([{ actorUserId: dispatchedBy }])
  }
})

test('links of a mail that was not sent, or not noted as sent, open nothing; those of the next one do', async () => {
  const { email, payload } = await withImages(1)
  await mail.whileAway(() => expect(sendDispatch(mail.context, payload, firstRun)).rejects.toThrow('the mail was not sent'))
  const [row] = await rowsOf(payload.batchId)
  expect(await listLinksInUse(mail.db, row?.studyId ?? '')).toEqual([])
  const dying = { ...mail.context, mailer: dyingAfterwards(mail.context.mailer) }
  await expect(sendDispatch(dying, payload, firstRun)).rejects.toThrow('the process died')
  await sendDispatch(mail.context, payload, firstRun)
  const [first, second] = await mail.listMails(email)
  expect([await openedBy(first?.text), await openedBy(second?.text)]).toEqual([[null], [row?.studyId]])
})

test('a link left by a run that ended half-way is revoked by the next', async () => {
  const { payload } = await withImages(1)
  const [left] = await mail.db.transaction((tx) => issueDispatchLinks(tx, payload.batchId))
  expect(await findSharedStudy(mail.db, left ?? '')).not.toBeNull()
  await sendDispatch(mail.context, payload, firstRun)
  expect(await findSharedStudy(mail.db, left ?? '')).toBeNull()
})

test('of an administrator who may not sign in any more, the mail has no link', async () => {
  const { email, payload } = await withImages(1)
  const [row] = await rowsOf(payload.batchId)
  await mail.db
    .update(users)
    .set({ isActive: false })
    .where(eq(users.id, row?.dispatchedBy ?? ''))
  await sendDispatch(mail.context, payload, firstRun)
  const { text } = await mail.getMail(email)
  expect([text.includes('/login'), tokensOf(text)]).toEqual([true, []])
})
