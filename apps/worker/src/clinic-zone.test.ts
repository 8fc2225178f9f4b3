import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { settings } from '@readroom/db/core/system.schema'
import { findPrinted, findWordDocument } from '@readroom/db/reports/report-versions'
import { createUser } from '@readroom/db/testing/factories'
import { startMail } from '@readroom/local/services/mail'
import { readMails } from '@readroom/local/services/mail-reader'
import unzipper from 'unzipper'
import { expect, onTestFinished, test } from 'vitest'
import { sendPasswordNotice } from './access/password-notice-send.ts'
import { firstRun, openJobs } from './core/jobs/jobs.fixture.ts'
import { createMailer } from './core/mail/transport.ts'
import { withSettings } from './job-handlers.ts'
import { createScanner, find, openWorklists } from './orders/modality-worklists/worklist.fixture.ts'
import { renderReport } from './reports/report-render.ts'
import { writeWord } from './reports/report-word.ts'
import { dicomSettings, dump } from './reports/results/channels/dicom.fixture.ts'
import { writeContent } from './reports/results/contents/result-content.ts'
import { createDestination, hl7Settings, listQueue, openLaboratory, senderContext } from './reports/results/results.fixture.ts'

/** Neither that of the environment (Asia/Tokyo and Europe/London in fixtures), nor UTC: its day begins eleven or more hours before. */
const zone = 'Pacific/Auckland'
const wallClock = (at: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(at)

/** Returns a quarter past the next midnight in the zone. */
function firstQuarterAfterMidnight(): Date {
  const quarter = 15 * 60_000
  const first = Math.ceil(Date.now() / quarter) * quarter
  const found = Array.from({ length: 100 }, (_, at) => new Date(first + at * quarter)).find((at) =>
    wallClock(at, 'sv-SE').endsWith(' 00:15:00'),
  )
  if (!found) throw new Error('a day has no midnight')
  return found
}

test('all that leaves the worker has the zone that an administrator set, at once', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  const world = await openJobs()
  const { db } = world.context.database
  const scanner = await createScanner(db, 'ZONE')
  const worklists = await openWorklists(world.context.database)
  const mailDir = join(dir, 'mails')
  await mkdir(mailDir)
  const mails = await startMail({ dir: mailDir })
  onTestFinished(async () => {
    await mails.stop()
    await worklists.stop()
    await world.close()
    await rm(dir, { recursive: true, force: true })
  })
  const laboratory = await openLaboratory(db)
  await db.insert(settings).values({ name: 'clinicTimeZone', value: zone, changedBy: laboratory.admin.userId })
  const context = await withSettings(world.context)
  const dumped = async (content: Buffer) => {
    const path = join(dir, 'file.dcm')
    await writeFile(path, content)
    return dump(path)
  }

  // The modality worklist: a quarter past midnight in Auckland is the day before everywhere else.
  const scheduledAt = firstQuarterAfterMidnight()
  await scanner.addOrder('1', { scheduledAt })
  const day = wallClock(scheduledAt, 'sv-SE').slice(0, 10).replaceAll('-', '')
  expect(day).not.toBe(scheduledAt.toISOString().slice(0, 10).replaceAll('-', ''))
  const [item] = await find(await worklists.port(), scanner, [`step.ScheduledProcedureStepStartDate=${day}`])
  expect([item?.get('ScheduledProcedureStepStartDate'), item?.get('ScheduledProcedureStepStartTime')]).toEqual([day, '001500'])

  // Results: PDF and SR for archives, and HL7, whose times have their offset.
  const kinds = [dicomSettings(1, { document: 'sr' }), dicomSettings(1, { document: 'pdf' }), hl7Settings(1)]
  const destinations = await Promise.all(kinds.map((kind) => createDestination(db, laboratory.lab.id, kind)))
  const study = await laboratory.addStudy()
  const versionId = await laboratory.sign(study.id)
  await renderReport(context, { versionId })
  await writeWord(context, { versionId })
  const printed = await findPrinted(db, versionId)
  if (!printed) throw new Error('no such version')
  const signedAt = printed.chain.at(-1)?.signedAt ?? new Date(0)
  const sent = await Promise.all(
    destinations.map(async (destination) => {
      const [delivery] = await listQueue(db, destination.id)
      if (!delivery) throw new Error('nothing is queued')
      return writeContent(senderContext(db, context.storage), destination, delivery)
    }),
  )
  const [date, time] = wallClock(signedAt, 'sv-SE').replaceAll(/[-:]/g, '').split(' ')
  for (const { content } of sent.slice(0, 2)) {
    const elements = await dumped(content)
    expect([elements.get('ContentDate'), elements.get('ContentTime')]).toEqual([date, time])
  }
  const obr = sent[2]?.content
    .toString()
    .split('\r')
    .find((line) => line.startsWith('OBR'))
  expect(obr?.split('|')[22]).toBe(`${signedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)}+0000`)

  // The documents of the report.
  const words = wallClock(signedAt, 'en-GB').replace(',', '')
  const read = async (key: string) => buffer((await context.storage.get(key)).stream)
  const pdf = join(dir, 'report.pdf')
  await writeFile(pdf, await read(printed.report.objectKey))
  expect((await promisify(execFile)('pdftotext', ['-layout', pdf, '-'])).stdout).toContain(words)
  const word = await findWordDocument(db, printed.report.id)
  const archive = await unzipper.Open.buffer(await read(word?.objectKey ?? ''))
  const files = await Promise.all(archive.files.map(async (file) => (await file.buffer()).toString()))
  expect(files.join('\n')).toContain(words)

  // Emails.
  const user = await createUser(db, 'admin')
  const mailer = createMailer({ url: mails.url, from: 'no-reply@readroom.example' })
  onTestFinished(() => mailer.close())
  await sendPasswordNotice({ ...context, mailer }, { userId: user.id, changedAt: '2026-03-29T00:05:00.000Z' }, firstRun)
  expect((await readMails(mailDir)).at(-1)?.text).toContain('29 March 2026 at 13:05 (Pacific/Auckland)')
})
