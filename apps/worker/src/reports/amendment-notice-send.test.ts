import { randomUUID } from 'node:crypto'
import { users } from '@readroom/db/access/accounts.schema'
import { labStaff } from '@readroom/db/people/labs.schema'
import { reportDispatches } from '@readroom/db/reports/dispatches.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { recordReportTaken, submitReport } from '@readroom/domain/reports/reports'
import { withdrawReport } from '@readroom/domain/reports/withdrawal'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail, portal } from '../core/jobs/mail.fixture.ts'
import { amendmentNotice, sendAmendmentNotice } from './amendment-notice-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

/** A study with a finished report; who has it, and a newer one that follows. */
async function reported() {
  const cast = await createCast(mail.db)
  const { labA, admin, assignedDoctor } = cast
  const patient = { patientName: 'Secret Patient', patientId: 'ID-4242', accessionNumber: 'ACC-774711' }
  const study = await createStudy(mail.db, { ...patient, labId: labA.id, status: 'assigned_to_doctor' })
  const { doctorId } = assignedDoctor
  await createAssignment(mail.db, { studyId: study.id, doctorId, assignedBy: admin.userId })
  const finish = async (afterVersion: number) => {
    const file = { objectKey: 'reports/x', fileName: 'x.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: '0' }
    const report = { studyId: study.id, doctorId, reportStatus: 'finalized' as const, afterVersion, file }
    return mail.db.transaction((tx) => submitReport(tx, assignedDoctor, report))
  }
  const first = await finish(0)
  const take = (who: 'staffA' | 'admin' | 'assignedDoctor') =>
    mail.db.transaction((tx) => recordReportTaken(tx, cast[who], { report: first }))
  const dispatch = (email: string) =>
    mail.db.insert(reportDispatches).values({
      batchId: randomUUID(),
      studyId: study.id,
      reportId: first.id,
      reportVersion: first.version,
      email,
      recipientName: 'Dr Referrer',
      dispatchedBy: admin.userId,
      mailedAt: new Date(),
    })
  const told = async () =>
    (await mail.takeJobs('amendment-notice.send')).map((each) => jobs['amendment-notice.send'].payload.parse(each))
  const emailOf = async (userId: string) => (await mail.db.select().from(users).where(eq(users.id, userId)))[0]?.email ?? ''
  await told()
  const withdraw = () => mail.db.transaction((tx) => withdrawReport(tx, admin, { studyId: study.id, reason: 'Wrong patient' }))
  return { ...cast, withdraw, finish, take, dispatch, told, emailOf }
}

test('whoever took or was sent the earlier report is told of the newer one, each once, and no patient is named', async () => {
  const { staffA, finish, take, dispatch, told, emailOf } = await reported()
  await take('staffA')
  await take('staffA')
  await take('assignedDoctor')
  const address = `referrer-${randomUUID()}@clinic.example`
  await dispatch(address)
  await dispatch(address.toUpperCase())
  await finish(1)
  const payloads = await told()
  expect(payloads).toHaveLength(2)
  for (const payload of payloads) await sendAmendmentNotice(mail.context, payload, firstRun)
  const { subject, text } = await mail.getMail(await emailOf(staffA.userId))
  expect(subject).toBe('A report that you have was replaced')
  expect(text).toContain('accession ends 4711')
  expect(subject + text).not.toMatch(/Secret|ID-4242|77471|Patient,/)
  expect(await mail.listMails(address)).toHaveLength(1)
})

test('nobody is told of a report that follows one that they never had', async () => {
  const { finish, told } = await reported()
  await finish(1)
  expect(await told()).toEqual([])
})

test('nothing is sent to who sees the study no longer, nor of a report that was withdrawn meanwhile', async () => {
  const { staffA, admin, finish, take, told, emailOf } = await reported()
  await take('staffA')
  await take('admin')
  const newer = await finish(1)
  const payloads = await told()
  await mail.db.delete(labStaff).where(eq(labStaff.userId, staffA.userId))
  const send = async () => {
    for (const payload of payloads) await sendAmendmentNotice(mail.context, payload, firstRun)
  }
  await send()
  expect(await mail.listMails(await emailOf(staffA.userId))).toEqual([])
  expect(await mail.listMails(await emailOf(admin.userId))).toHaveLength(1)
  await mail.db.update(reports).set({ withdrawnAt: new Date() }).where(eq(reports.id, newer.id))
  await send()
  expect(await mail.listMails(await emailOf(admin.userId))).toHaveLength(1)
})

test('whoever has a report is told when it is withdrawn, except the administrator who withdrew it', async () => {
  const { staffA, withdraw, take, dispatch, told, emailOf } = await reported()
  await take('staffA')
  await take('admin')
  const address = `referrer-${randomUUID()}@clinic.example`
  await dispatch(address)
  await withdraw()
  const payloads = await told()
  expect(payloads).toHaveLength(2)
  for (const payload of payloads) await sendAmendmentNotice(mail.context, payload, firstRun)
  for (const email of [await emailOf(staffA.userId), address]) {
    const { subject, text } = await mail.getMail(email)
    expect(subject).toBe('A report that you have was withdrawn')
    expect(subject + text).not.toMatch(/Secret|ID-4242|77471|Wrong patient/)
  }
})

const study = {
  isWithdrawal: false,
  studyId: '01a203d5-f8b7-713b-a82d-b349b5522c7d',
  labName: 'HARBOR',
  accessionNumber: 'A-4711',
  fullName: 'Ada',
}

test.each([
  [null, 'A report that you have was replaced'],
  ['addendum', 'An addendum to a report that you have'],
  ['correction', 'A report that you have was corrected'],
] as const)('a report of the kind %s is announced as what it is', (kind, subject) => {
  expect(amendmentNotice(portal, { ...study, kind }).subject).toBe(subject)
})

test('the words of an email about an addendum announce an addendum', () => {
  expect(amendmentNotice(portal, { ...study, kind: 'addendum' }).text).toContain('An addendum was added.')
})
