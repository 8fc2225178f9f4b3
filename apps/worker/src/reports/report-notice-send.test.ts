import { randomUUID } from 'node:crypto'
import { labs } from '@readroom/db/people/labs.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { submitReport } from '@readroom/domain/reports/reports'
import { withdrawReport } from '@readroom/domain/reports/withdrawal'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail, portal } from '../core/jobs/mail.fixture.ts'
import { reportNotice, sendReportNotice } from './report-notice-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

const contactEmail = () => `desk-${crypto.randomUUID()}@lab.example`

const takePayloads = async () =>
  (await mail.takeJobs('report-notice.send')).map((payload) => jobs['report-notice.send'].payload.parse(payload))

/** A report is uploaded as final for a laboratory with these settings; returns the jobs that tell of it. */
async function finish(settings: Partial<typeof labs.$inferInsert>, status: 'draft' | 'finalized' = 'finalized') {
  const { labA, admin, assignedDoctor } = await createCast(mail.db)
  await mail.db
    .update(labs)
    .set({ name: 'CITYLAB', ...settings })
    .where(eq(labs.id, labA.id))
  const patient = { patientName: 'Secret Patient', patientId: 'ID-4242', accessionNumber: 'ACC-774711' }
  const study = await createStudy(mail.db, { ...patient, labId: labA.id, status: 'assigned_to_doctor' })
  const { doctorId } = assignedDoctor
  await createAssignment(mail.db, { studyId: study.id, doctorId, assignedBy: admin.userId })
  const file = { objectKey: 'reports/x', fileName: 'x.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: '0' }
  const report = { studyId: study.id, doctorId, reportStatus: status, afterVersion: 0, file }
  await mail.db.transaction((tx) => submitReport(tx, assignedDoctor, report))
  return { study, admin, payloads: await takePayloads() }
}

test('a laboratory that wants it is told of a final report by mail, which names no patient', async () => {
  const email = contactEmail()
  const { study, payloads } = await finish({ mailOnReport: true, contactEmail: email })
  for (const payload of payloads) await sendReportNotice(mail.context, payload, firstRun)
  const { subject, text } = await mail.getMail(email)
  expect(subject).toBe('A report is ready in Readroom')
  expect(text).toContain('A report of CITYLAB, accession ends 4711, is ready.')
  expect(text).toContain(`https://portal.example.org/lab/dashboard?dialog=reports&study=${study.id}`)
  expect(subject + text).not.toMatch(/Secret|Patient,|ID-4242|77471/)
})

test('no mail by default, without an address, of a draft, or to a laboratory that is not active', async () => {
  const on = { mailOnReport: true, contactEmail: contactEmail() }
  expect((await finish({ contactEmail: contactEmail() })).payloads).toEqual([])
  expect((await finish({ mailOnReport: true, contactEmail: null })).payloads).toEqual([])
  expect((await finish(on, 'draft')).payloads).toEqual([])
  expect((await finish({ ...on, isActive: false })).payloads).toEqual([])
})

test('a report that was withdrawn before the mail left is not told of', async () => {
  const email = contactEmail()
  const { study, payloads } = await finish({ mailOnReport: true, contactEmail: email })
  await mail.db.update(reports).set({ withdrawnAt: new Date() }).where(eq(reports.studyId, study.id))
  expect(payloads).toHaveLength(1)
  for (const payload of payloads) await sendReportNotice(mail.context, payload, firstRun)
  expect(await mail.listMails(email)).toEqual([])
})

test('a laboratory that wants it is told that a report was withdrawn, unless another one stands by then', async () => {
  const email = contactEmail()
  const { study, admin } = await finish({ mailOnReport: true, contactEmail: email })
  await mail.db.transaction((tx) => withdrawReport(tx, admin, { studyId: study.id, reason: 'Wrong patient' }))
  const payloads = await takePayloads()
  expect(payloads).toMatchObject([{ isWithdrawal: true }])
  const send = async () => {
    for (const payload of payloads) await sendReportNotice(mail.context, payload, firstRun)
  }
  await send()
  const { subject, text } = await mail.getMail(email)
  expect(subject).toBe('A report was withdrawn in Readroom')
  expect(text).toContain('A report of CITYLAB, accession ends 4711, was withdrawn. Do not use earlier downloads.')
  expect(subject + text).not.toMatch(/Secret|Patient,|ID-4242|77471|Wrong patient/)
  const [withdrawn] = await mail.db.select().from(reports).where(eq(reports.studyId, study.id))
  if (!withdrawn) throw new Error('no report')
  await mail.db
    .insert(reports)
    .values({ ...withdrawn, id: randomUUID(), version: 2, withdrawnAt: null, hash: null, prevHash: null })
  await send()
  expect(await mail.listMails(email)).toHaveLength(1)
})

const study = {
  isWithdrawal: false,
  studyId: '01a203d5-f8b7-713b-a82d-b349b5522c7d',
  labName: 'HARBOR',
  accessionNumber: 'A-4711',
}

test.each([
  [null, 'A report is ready in Readroom'],
  ['addendum', 'An addendum to a report is ready in Readroom'],
  ['correction', 'A report was corrected in Readroom'],
] as const)('a report of the kind %s is announced as what it is', (kind, subject) => {
  expect(reportNotice(portal, { ...study, kind }).subject).toBe(subject)
})

test('the words of an email about an addendum announce an addendum', () => {
  const { text } = reportNotice(portal, { ...study, kind: 'addendum' })
  expect(text).toContain('An addendum was added to a report of HARBOR, accession ends 4711.')
})
