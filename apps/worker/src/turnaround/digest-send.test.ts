import { labs } from '@readroom/db/access/accounts.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { digests } from '@readroom/db/turnaround/digests.schema'
import { createDigest, queueDueDigests, removeDigest } from '@readroom/domain/turnaround/digests'
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

function create(labIds: string[] | null, recipients: string[]): Promise<string> {
  const fields = { ...daily, labIds, recipients }
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
