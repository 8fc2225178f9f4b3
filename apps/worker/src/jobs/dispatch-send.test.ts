import { randomUUID } from 'node:crypto'
import { insertDispatch } from '@readroom/db/queries/dispatches'
import { reportDispatches } from '@readroom/db/schema/dispatch'
import { reports } from '@readroom/db/schema/studies'
import { createDoctor, createReport, createStudy, createUser } from '@readroom/db/testing/factories'
import { emitJob } from '@readroom/domain/outbox'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDispatch } from './dispatch-send.ts'
import { firstRun } from './jobs.fixture.ts'
import { type OpenMail, openMail } from './mail.fixture.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

/** What the API does for so many studies; answers the job's payload. */
async function dispatch(studies: number, recipientName: string | null = 'Dr Rhea Ferring') {
  const email = `${randomUUID()}@hospital.example`
  const batchId = randomUUID()
  const [admin, { doctor, user }] = [await createUser(mail.db, 'admin'), await createDoctor(mail.db)]
  await mail.db.transaction(async (tx) => {
    for (let made = 0; made < studies; made += 1) {
      const { id: studyId } = await createStudy(tx, { patientName: 'Secret Patient' })
      const report = await createReport(tx, { studyId, doctorId: doctor.id, uploadedBy: user.id, status: 'finalized' })
      const sent = { studyId, reportId: report.id, reportVersion: 1, dispatchedBy: admin.id }
      await insertDispatch(tx, { batchId, email, recipientName, ...sent })
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
