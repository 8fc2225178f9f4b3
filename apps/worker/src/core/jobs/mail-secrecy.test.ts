import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { createCast, createDoctor, createReport, createStudy, createUser } from '@readroom/db/testing/factories'
import { requestGeneratedPassword, requestReset } from '@readroom/domain/access/passwords'
import { dispatchReports } from '@readroom/domain/reports/dispatch'
import { findSharedStudy } from '@readroom/domain/studies/sharing'
import { addJob } from '@readroom/jobs/queues'
import { eventually } from '@readroom/local/core/eventually'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startJobs } from '../../job-handlers.ts'
import { relayOnce } from '../outbox/relay.ts'
import { type OpenJobs, openJobs } from './jobs.fixture.ts'
import { type OpenMail, openMail } from './mail.fixture.ts'

let jobs: OpenJobs
let mail: OpenMail
beforeAll(async () => {
  ;[jobs, mail] = await Promise.all([openJobs(), openMail()])
})
afterAll(() => Promise.all([jobs.close(), mail.close()]))

/** Every command that Redis gets of us, as text. */
async function listenToRedis(prefix: string): Promise<string[]> {
  const monitor = await new Redis(inject('redisUrl')).monitor()
  onTestFinished(() => monitor.disconnect())
  const commands: string[] = []
  monitor.on('monitor', (_time: string, command: string[]) => {
    const text = command.join(' ')
    if (text.includes(prefix)) commands.push(text)
  })
  return commands
}

/** The worker on this test's database and mail server, its relay driven by hand; its log as text. */
async function startWorker() {
  const lines: string[] = []
  const { queues } = jobs.context
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const worker = await startJobs({ ...jobs.context, ...mail.context, log })
  onTestFinished(worker.stop)
  const send = { log, publish: async () => {}, addJob: (job: Parameters<typeof addJob>[1]) => addJob(queues, job) }
  return { lines, relay: () => relayOnce({ ...send, database: mail.database }) }
}

test('codes and passwords are in the mail alone: not in the outbox, not in Redis, not in the log', async () => {
  const user = await createUser(mail.db, 'admin', { fullName: `Ada ${randomUUID()}` })
  const commands = await listenToRedis(jobs.context.queues.prefix)
  const { relay, lines } = await startWorker()
  await mail.db.transaction(async (tx) => {
    await requestReset(tx, user.email)
    await requestGeneratedPassword(tx, user.id)
  })
  const queued = JSON.stringify(await mail.db.select().from(outbox))
  await relay()
  await eventually(async () => expect(await mail.listMails(user.email)).toHaveLength(2))
  await eventually(async () => expect(await jobs.context.queues.byName.mail.getJobCountByTypes()).toBe(0))

  const texts = (await mail.listMails(user.email)).map(({ text }) => text).join('\n')
  const code = /Code: (\d{6})/.exec(texts)?.[1] ?? 'no code'
  const password = /Password: (\S+)/.exec(texts)?.[1] ?? 'no password'
  const secret = new RegExp(`(?<!\\d)${code}(?!\\d)|${password}|\\$argon2|${user.email}|${user.fullName}`)
  expect(texts).toMatch(secret)
  const [redis, log] = [commands.join('\n'), lines.join('\n')]
  expect(redis).toContain('otp.send')
  expect(redis).toContain(user.id)
  for (const place of [queued, JSON.stringify(await mail.db.select().from(outbox)), redis, log]) expect(place).not.toMatch(secret)
})

test('links to images are in the mail alone', async () => {
  const [{ admin }, { doctor, user }, study] = [
    await createCast(mail.db),
    await createDoctor(mail.db),
    await createStudy(mail.db),
  ]
  await createReport(mail.db, { studyId: study.id, doctorId: doctor.id, uploadedBy: user.id, status: 'finalized' })
  const commands = await listenToRedis(jobs.context.queues.prefix)
  const { relay, lines } = await startWorker()
  const email = `${randomUUID()}@hospital.example`
  const sent = { studyIds: [study.id], email, recipientName: null, withImages: true }
  await mail.db.transaction((tx) => dispatchReports(tx, admin, sent))
  const queued = JSON.stringify(await mail.db.select().from(outbox))
  await relay()
  await eventually(async () => expect(await mail.listMails(email)).toHaveLength(1))
  await eventually(async () => expect(await jobs.context.queues.byName.mail.getJobCountByTypes()).toBe(0))

  const token = /\/share\/([\w-]{43})/.exec((await mail.getMail(email)).text)?.[1] ?? 'no token'
  expect(await findSharedStudy(mail.db, token)).not.toBeNull()
  const stored = JSON.stringify([await mail.db.select().from(outbox), await mail.db.select().from(auditLog)])
  expect(queued).toContain('dispatch.send')
  for (const place of [queued, stored, commands.join('\n'), lines.join('\n')]) expect(place).not.toContain(token)
})

test('of a failed job neither Redis nor the log tells more than the job and the error', async () => {
  const user = await createUser(mail.db, 'admin')
  const commands = await listenToRedis(jobs.context.queues.prefix)
  const { relay, lines } = await startWorker()
  await mail.whileAway(async () => {
    await mail.db.transaction((tx) => requestReset(tx, user.email))
    await relay()
    await eventually(() => expect(lines.join()).toContain('job failed'))
  })
  expect(lines.join('\n')).toMatch(/"job":"otp.send".*MailError: the mail was not sent: \S+ ECONNREFUSED/)
  expect(commands.join('\n')).toContain('JobFailed')
  for (const place of [commands, lines]) expect(place.join('\n')).not.toMatch(new RegExp(`${user.email}|\\$argon2`))
})
