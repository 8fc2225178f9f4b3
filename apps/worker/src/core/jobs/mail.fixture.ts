import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outbox } from '@readroom/db/core/outbox.schema'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import type { JobName } from '@readroom/jobs/jobs'
import { startMail } from '@readroom/local/services/mail'
import { readMails } from '@readroom/local/services/mail-reader'
import { inject } from 'vitest'
import { noTexts } from '../mail/messages.ts'
import { createMailer, type Mailer } from '../mail/transport.ts'
import type { MailContext, TimedMailContext } from './context.ts'

export const portal = { publicUrl: 'https://portal.example.org', supportEmail: 'help@example.org', texts: noTexts }
const from = 'Readroom <no-reply@portal.example.org>'

/** A database, and a mail server that catches everything and can go away and come back. */
export async function openMail() {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  const database = await createTestDatabase(inject('databaseUrl'))
  let catcher = await startMail({ dir })
  const { url, port } = catcher
  const mailer = createMailer({ url, from })
  const context: MailContext = { database, mailer, portal }
  const timed: TimedMailContext = { ...context, reports: { zone: 'UTC' } }

  const listMails = async (email: string) =>
    (await readMails(dir)).filter(({ to }) => to?.some(({ address }) => address === email))

  async function getMail(email: string) {
    const mail = (await listMails(email)).at(-1)
    if (!mail) throw new Error(`no mail to ${email}`)
    return { ...mail, subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' }
  }

  /** Payloads of the jobs that wait in the outbox, which is empty then. */
  async function takeJobs(name: JobName): Promise<unknown[]> {
    const rows = await database.db.delete(outbox).returning()
    return rows.filter((row) => row.name === name).map(({ payload }) => payload)
  }

  /** Runs `work` while the mail server is away, then starts it again on the same port. */
  async function whileAway(work: () => Promise<unknown>): Promise<void> {
    await catcher.stop()
    try {
      await work()
    } finally {
      catcher = await startMail({ dir, port })
    }
  }

  async function close(): Promise<void> {
    mailer.close()
    await catcher.stop()
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  }

  return { context, timed, database, db: database.db, listMails, getMail, takeJobs, whileAway, close }
}

export type OpenMail = Awaited<ReturnType<typeof openMail>>

/** The mail server takes the message, and the process dies before it notes that. */
export const dyingAfterwards = (mailer: Mailer): Mailer => ({
  ...mailer,
  async send(...message) {
    await mailer.send(...message)
    throw new Error('the process died')
  },
})
