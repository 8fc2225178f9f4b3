import { users } from '@readroom/db/access/accounts.schema'
import { doctorGroups } from '@readroom/db/people/doctor-groups.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { createAssignment, createCast, createDoctor, createStudy, createUser } from '@readroom/db/testing/factories'
import { digests } from '@readroom/db/turnaround/digests.schema'
import { createDoctorGroup } from '@readroom/domain/people/doctor-groups'
import { createDigest, queueDueDigests, removeDigest } from '@readroom/domain/turnaround/digests/digests'
import { type JobPayload, jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendDigest } from './digest-send.ts'

const hour = 3_600_000
const zone = 'UTC'
const yesterday = new Date(Date.now() - 24 * hour).toISOString().slice(0, 10)
const period = { fromDate: yesterday, toDate: yesterday }

let mail: OpenMail
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  mail = await openMail()
  cast = await createCast(mail.db)
  await mail.db.update(labs).set({ name: 'CITYLAB' }).where(eq(labs.id, cast.labA.id))
})
afterAll(() => mail.close())

const send = (payload: JobPayload<'digest.send'>) =>
  sendDigest({ ...mail.context, reports: { zone }, turnaroundGoalPercent: 85 }, payload, firstRun)

const daily = { frequency: 'daily', sendAt: '07:00' } as const

function create(labIds: string[] | null, recipients: string[], groupId: string | null = null): Promise<string> {
  const fields = { ...daily, labIds, groupId, recipients }
  return mail.db.transaction((tx) => createDigest(tx, cast.admin, fields, { now: new Date(), zone }))
}

const reportedYesterday = (minutes: number, isInTime: boolean) => {
  const reportedAt = new Date(`${yesterday}T12:00:00Z`)
  return {
    labId: cast.labA.id,
    patientName: 'Secret Patient',
    status: 'report_finalized' as const,
    receivedAt: new Date(reportedAt.getTime() - minutes * 60_000),
    reportedAt,
    reportedByDoctorId: cast.assignedDoctor.doctorId,
    dueAt: new Date(reportedAt.getTime() + (isInTime ? hour : -hour)),
  }
}

test('tells of the turnaround of the period and of the present work, and names no patient', async () => {
  for (const minutes of [30, 60, 90, 120]) await createStudy(mail.db, reportedYesterday(minutes, true))
  await createStudy(mail.db, reportedYesterday(300, false))
  const late = { dueAt: new Date(Date.now() - hour), warnAt: new Date(Date.now() - 2 * hour) }
  await createStudy(mail.db, { labId: cast.labA.id, patientName: 'Secret Patient', status: 'pending_assignment', ...late })
  const digestId = await create([cast.labA.id], ['head@clinic.example'])
  await send({ digestId, address: 'head@clinic.example', ...period })
  const { subject, text } = await mail.getMail('head@clinic.example')
  expect(subject).toMatch(/^Day in Readroom: CITYLAB, /)
  expect(text).toContain('CITYLAB: 5 reports, median 1h 30m, 90% within 5h 00m, 80% in time (goal 85%)')
  expect(text).toContain('CITYLAB: 1 open, 0 at risk, 1 late')
  expect(subject + text).not.toMatch(/Secret|Doctors now/)
})

test('names doctors only if it tells of all laboratories', async () => {
  const digestId = await create(null, ['board@clinic.example'])
  await send({ digestId, address: 'board@clinic.example', ...period })
  const { text } = await mail.getMail('board@clinic.example')
  expect(text).toContain('Doctors now:')
  expect(text).toContain(cast.assignedDoctor.fullName)
})

test('tells of the reports and the open studies of the doctors of a group, and of nobody else', async () => {
  const [inside, outside] = [await createDoctor(mail.db), await createDoctor(mail.db)]
  await mail.db.update(users).set({ fullName: 'Ada Inside' }).where(eq(users.id, inside.user.id))
  await mail.db.update(users).set({ fullName: 'Bo Outside' }).where(eq(users.id, outside.user.id))
  const fields = { name: 'Neuro', doctorIds: [inside.doctor.id] }
  const groupId = await mail.db.transaction((tx) => createDoctorGroup(tx, cast.admin, fields))
  for (const minutes of [10, 20, 30, 40, 50])
    await createStudy(mail.db, { ...reportedYesterday(minutes, minutes < 50), reportedByDoctorId: inside.doctor.id })
  await createStudy(mail.db, { ...reportedYesterday(900, true), reportedByDoctorId: outside.doctor.id })
  for (const doctor of [inside, outside]) {
    const study = await createStudy(mail.db, { status: 'assigned_to_doctor', dueAt: new Date(Date.now() - hour) })
    await createAssignment(mail.db, { studyId: study.id, doctorId: doctor.doctor.id, assignedBy: cast.admin.userId })
  }
  const digestId = await create(null, [cast.admin.email], groupId)
  await send({ digestId, address: cast.admin.email, ...period })
  const { subject, text } = await mail.getMail(cast.admin.email)
  expect(subject).toMatch(/^Day in Readroom: Neuro, /)
  expect(text).toContain('Neuro: 5 reports, median 30m, 90% within 50m, 80% in time (goal 85%)')
  expect(text).toContain('Neuro: 1 open, 0 at risk, 1 late')
  expect(text).toContain('Ada Inside: 1 open')
  expect(text).not.toMatch(/Bo Outside|CITYLAB/)
})

test('of a group is not sent to an address that is no administrator’s any more, nor after the group was deleted', async () => {
  const { user } = await createDoctor(mail.db)
  const former = await createUser(mail.db, 'admin')
  const fields = { name: 'Chest', doctorIds: [] }
  const groupId = await mail.db.transaction((tx) => createDoctorGroup(tx, cast.admin, fields))
  const digestId = await create(null, [former.email], groupId)
  await mail.db.update(users).set({ isActive: false }).where(eq(users.id, former.id))
  for (const address of [former.email, user.email]) {
    await send({ digestId, address, ...period })
    expect(await mail.listMails(address)).toEqual([])
  }
  await mail.db.update(users).set({ isActive: true }).where(eq(users.id, former.id))
  await mail.db.delete(doctorGroups).where(eq(doctorGroups.id, groupId))
  await send({ digestId, address: former.email, ...period })
  expect(await mail.listMails(former.email)).toEqual([])
})

async function takeQueued(digestId: string): Promise<JobPayload<'digest.send'>[]> {
  const payloads = (await mail.takeJobs('digest.send')).map((payload) => jobs['digest.send'].payload.parse(payload))
  return payloads.filter((payload) => payload.digestId === digestId)
}

test('is queued once for each address when it is due, also by several workers and after an outage of days', async () => {
  const digestId = await create([cast.labA.id], ['a@clinic.example', 'b@clinic.example'])
  await queueDueDigests(mail.db, zone)
  expect(await takeQueued(digestId)).toEqual([])
  await mail.db
    .update(digests)
    .set({ nextAt: new Date(Date.now() - 100 * hour) })
    .where(eq(digests.id, digestId))
  await Promise.all([1, 2, 3].map(() => queueDueDigests(mail.db, zone)))
  const queued = await takeQueued(digestId)
  expect(queued.map(({ address }) => address).toSorted()).toEqual(['a@clinic.example', 'b@clinic.example'])
  expect(queued[0]).toMatchObject(period)
  const [{ nextAt, lastSentAt } = { nextAt: null, lastSentAt: null }] = await mail.db
    .select()
    .from(digests)
    .where(eq(digests.id, digestId))
  expect(nextAt?.getTime()).toBeGreaterThan(Date.now())
  expect(lastSentAt).not.toBeNull()
})

test('is not sent after it was deleted', async () => {
  const digestId = await create(null, ['gone@clinic.example'])
  await mail.db.transaction((tx) => removeDigest(tx, cast.admin, digestId))
  await send({ digestId, address: 'gone@clinic.example', ...period })
  expect(await mail.listMails('gone@clinic.example')).toEqual([])
})
