import { labs } from '@readroom/db/people/labs.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { listNoticeReceivers } from '@readroom/db/studies/study-notices'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { answerQuestion, pauseStudy } from '@readroom/domain/studies/pauses/pauses'
import { jobs, type NoticeReceiver, presentJob, StudyNotice, studyNotices } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendStudyNotice } from './study-notices.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

const desk = () => `desk-${crypto.randomUUID()}@lab.example`

/** A doctor asks a laboratory with these settings. Returns the jobs that tell of it. */
async function ask(settings: Partial<typeof labs.$inferInsert>) {
  const { labA, admin, assignedDoctor, staffA } = await createCast(mail.db)
  await mail.db
    .update(labs)
    .set({ name: 'CITYLAB', ...settings })
    .where(eq(labs.id, labA.id))
  const patient = { patientName: 'Secret Patient', patientId: 'ID-4242', accessionNumber: 'ACC-774711' }
  const due = { dueAt: new Date(Date.now() + 3_600_000) }
  const study = await createStudy(mail.db, { ...patient, ...due, labId: labA.id, status: 'assigned_to_doctor' })
  await createAssignment(mail.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  const asked = { studyId: study.id, reason: 'clinicalInformation', question: 'Which knee hurts?' } as const
  await mail.db.transaction((tx) => pauseStudy(tx, assignedDoctor, asked))
  const payloads = (await mail.takeJobs('study-notice.send')).map((each) => jobs['study-notice.send'].payload.parse(each))
  const answer = async () => {
    const [row] = await mail.db.select().from(studies).where(eq(studies.id, study.id))
    const since = row?.pausedAt ?? new Date(0)
    await mail.db.transaction((tx) => answerQuestion(tx, staffA, { studyId: study.id, since, answer: 'The left one' }))
  }
  return { study, payloads, answer, assignedDoctor }
}

test('a laboratory gets an email about a question, without the patient or the question', async () => {
  const contactEmail = desk()
  const { study, payloads } = await ask({ contactEmail })
  expect(payloads).toHaveLength(1)
  for (const payload of payloads) await sendStudyNotice(mail.context, payload, firstRun)
  const { subject, text } = await mail.getMail(contactEmail)
  expect(subject).toBe('A doctor has a question about a study')
  expect(text).toContain('A doctor has a question about CITYLAB, accession ends 4711.')
  expect(text).toContain(`https://portal.example.org/lab/dashboard?dialog=discussion&study=${study.id}`)
  expect(subject + text).not.toMatch(/Secret|Patient,|ID-4242|77471|knee/)
})

test.each(StudyNotice.options)('the email about "%s" leads to the study, and says nothing of the patient', async (notice) => {
  const { study, payloads } = await ask({ contactEmail: desk() })
  const id = notice === 'question' ? payloads[0]?.id : study.id
  const [receiver] = await listNoticeReceivers(mail.db, studyNotices[notice], study.id)
  const to = receiver?.to
  await sendStudyNotice(mail.context, jobs['study-notice.send'].payload.parse({ v: 1, notice, id, to }), firstRun)
  const { subject, text } = await mail.getMail(receiver?.email ?? '')
  expect(subject).not.toBe('')
  expect(text).toContain('CITYLAB, accession ends 4711')
  expect(text).toMatch(new RegExp(`https://portal\\.example\\.org/\\S+study=${study.id}`))
  expect(subject + text).not.toMatch(/Secret|Patient,|ID-4242|77471|knee/)
})

test('an email that waits from an earlier version is sent', async () => {
  const contactEmail = desk()
  const { payloads } = await ask({ contactEmail })
  for (const { id } of payloads) {
    const { name, payload } = presentJob('question-notice.send', { v: 1, commentId: id })
    await sendStudyNotice(mail.context, jobs['study-notice.send'].payload.parse(payload), firstRun)
    expect(name).toBe('study-notice.send')
  }
  expect((await mail.getMail(contactEmail)).subject).toBe('A doctor has a question about a study')
})

test('no mail without an address, to a laboratory that is not active, or of a question that was answered meanwhile', async () => {
  expect((await ask({ contactEmail: null })).payloads).toEqual([])
  expect((await ask({ contactEmail: desk(), isActive: false })).payloads).toEqual([])
  const contactEmail = desk()
  const { payloads, answer } = await ask({ contactEmail })
  await answer()
  for (const payload of payloads) await sendStudyNotice(mail.context, payload, firstRun)
  expect(await mail.listMails(contactEmail)).toEqual([])
})

test('the receivers are the contact, the doctors who have the study now, and administrators who can sign in', async () => {
  const contactEmail = desk()
  const { study, assignedDoctor } = await ask({ contactEmail })
  const receiversOf = async (receiver: NoticeReceiver) =>
    (await listNoticeReceivers(mail.db, receiver, study.id)).map(({ to }) => to)
  expect(await receiversOf('laboratory')).toEqual(['contact'])
  expect(await receiversOf('doctors')).toEqual([assignedDoctor.userId])
  expect(await receiversOf('administrators')).not.toContain(assignedDoctor.userId)
  await mail.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
  expect(await receiversOf('doctors')).toEqual([])
})
