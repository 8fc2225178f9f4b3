import { randomUUID } from 'node:crypto'
import type { CriticalCategory } from '@readroom/contracts/reports/critical-results'
import { users } from '@readroom/db/access/accounts.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { listCriticalResults } from '@readroom/db/reports/critical-results'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { acknowledgeCritical, markCritical } from '@readroom/domain/reports/critical-results'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail, portal } from '../core/jobs/mail.fixture.ts'
import { noTexts } from '../core/mail/messages.ts'
import { remindOfCriticalResults, sendCriticalNotice } from './critical-results.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

/** A critical result of somebody's study. */
async function marked(category: CriticalCategory = 1) {
  const { labA, admin, assignedDoctor, staffA } = await createCast(mail.db)
  const contactEmail = `desk-${randomUUID()}@lab.example`
  await mail.db.update(labs).set({ name: 'CITYLAB', contactEmail }).where(eq(labs.id, labA.id))
  const patient = { patientName: 'Secret Patient', patientId: 'ID-4242', accessionNumber: 'ACC-774711' }
  const study = await createStudy(mail.db, { ...patient, labId: labA.id, status: 'assigned_to_doctor' })
  const { doctorId } = assignedDoctor
  await createAssignment(mail.db, { studyId: study.id, doctorId, assignedBy: admin.userId })
  const result = { studyId: study.id, category, finding: 'Pneumothorax' }
  const resultId = await mail.db.transaction((tx) => markCritical(tx, assignedDoctor, result))
  const acknowledge = () =>
    mail.db.transaction((tx) => acknowledgeCritical(tx, staffA, { studyId: study.id, resultId, name: 'Rosa' }))
  return { resultId, studyId: study.id, labId: labA.id, contactEmail, staffA, acknowledge }
}

/** The results of which somebody is to be told now. */
async function toldOf(): Promise<string[]> {
  const payloads = await mail.takeJobs('critical-notice.send')
  return [...new Set(payloads.map((payload) => jobs['critical-notice.send'].payload.parse(payload).resultId))]
}
/** It is so many minutes later for what was told. */
const later = (minutes: number) =>
  mail.database.asOwner(`begin; set local session_replication_role = replica;
    update critical_communications set at = at - make_interval(mins => ${minutes}); commit`)

test('the laboratory’s contact and its staff are told, of neither patient nor finding', async () => {
  const { resultId, contactEmail } = await marked()
  expect(await toldOf()).toContain(resultId)
  await sendCriticalNotice(mail.context, { resultId, to: 'contact' }, firstRun)
  const { subject, text } = await mail.getMail(contactEmail)
  expect(subject).toBe('Critical result, category 1')
  expect(text).toContain('Critical result in CITYLAB, accession ends 4711. Take notice of it within minutes.')
  expect(subject + text).not.toMatch(/Secret|ID-4242|77471|Pneumothorax/)
})

test('the email ends with the words for critical results', async () => {
  const { resultId, contactEmail } = await marked()
  const worded = { ...portal, texts: { ...noTexts, critical: 'At night: 0456', report: 'never here' } }
  await sendCriticalNotice({ ...mail.context, portal: worded }, { resultId, to: 'contact' }, firstRun)
  const { text } = await mail.getMail(contactEmail)
  expect(text.trimEnd()).toMatch(/At night: 0456$/)
  expect(text).not.toContain('never here')
})

test.each([
  [1, 5],
  [2, 120],
  [3, 1440],
] as const)('category %i is told again every %i minutes until somebody has acknowledged it', async (category, minutes) => {
  const { resultId, acknowledge } = await marked(category)
  await toldOf()
  await remindOfCriticalResults(mail.context)
  expect(await toldOf()).not.toContain(resultId)
  await later(minutes - 1)
  await remindOfCriticalResults(mail.context)
  expect(await toldOf()).not.toContain(resultId)
  for (const _again of [1, 2]) {
    await later(minutes)
    await remindOfCriticalResults(mail.context)
    expect(await toldOf()).toContain(resultId)
  }
  await acknowledge()
  await later(minutes)
  await remindOfCriticalResults(mail.context)
  expect(await toldOf()).not.toContain(resultId)
})

test('each is told by a mail of their own: what fails for one is not sent to another again', async () => {
  const { resultId, contactEmail, staffA } = await marked()
  const [{ email: staffEmail } = { email: '' }] = await mail.db.select().from(users).where(eq(users.id, staffA.userId))
  const payloads = (await mail.takeJobs('critical-notice.send')).map((each) => jobs['critical-notice.send'].payload.parse(each))
  expect(payloads.filter((each) => each.resultId === resultId).map(({ to }) => to)).toEqual(['contact', staffA.userId])
  await sendCriticalNotice(mail.context, { resultId, to: 'contact' }, firstRun)
  await mail.whileAway(() =>
    expect(sendCriticalNotice(mail.context, { resultId, to: staffA.userId }, firstRun)).rejects.toThrow(),
  )
  await sendCriticalNotice(mail.context, { resultId, to: staffA.userId }, firstRun)
  expect([(await mail.listMails(contactEmail)).length, (await mail.listMails(staffEmail)).length]).toEqual([1, 1])
})

test('a laboratory that nobody can tell is not said to have been told, and is as soon as somebody can be', async () => {
  const { resultId, labId, studyId, staffA } = await marked(3)
  await toldOf()
  const [contactEmail, isActive] = [null, false]
  await mail.db.update(labs).set({ contactEmail }).where(eq(labs.id, labId))
  await mail.db.update(users).set({ isActive }).where(eq(users.id, staffA.userId))
  const notified = async () => (await listCriticalResults(mail.db, studyId)).map(({ times }) => times)
  await later(1440)
  await remindOfCriticalResults(mail.context)
  expect([(await toldOf()).includes(resultId), await notified()]).toEqual([false, [1]])
  await mail.db
    .update(labs)
    .set({ contactEmail: `desk-${randomUUID()}@lab.example` })
    .where(eq(labs.id, labId))
  await remindOfCriticalResults(mail.context)
  expect([(await toldOf()).includes(resultId), await notified()]).toEqual([true, [2]])
})

test('a mail that waits while somebody acknowledges is not sent', async () => {
  const { resultId, contactEmail, acknowledge } = await marked()
  await acknowledge()
  await sendCriticalNotice(mail.context, { resultId, to: 'contact' }, firstRun)
  expect(await mail.listMails(contactEmail)).toEqual([])
})
