import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { weekdays } from '@readroom/contracts/people/doctors'
import { orders } from '@readroom/db/orders/orders.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createActor, createDoctor, createStudy, createUser } from '@readroom/db/testing/factories'
import { startMail } from '@readroom/local/services/mail'
import { readMails } from '@readroom/local/services/mail-reader'
import dimse from 'dcmjs-dimse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendPasswordNotice } from './access/password-notice-send.ts'
import { firstRun } from './core/jobs/jobs.fixture.ts'
import { createMailer } from './core/mail/transport.ts'
import { createScanner, find, openWorklists, tellStep } from './orders/modality-worklists/worklist.fixture.ts'
import { openOutgoing } from './outgoing.fixture.ts'
import { dump } from './reports/results/channels/dicom.fixture.ts'

/** Neither that of the environment (Asia/Tokyo and Europe/London in fixtures), nor UTC: its day begins eleven or more hours before. */
const zone = 'Pacific/Auckland'
const wallClock = (at: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(at)
const digits = (text: string) => text.replaceAll(/\D/g, '')

/** Returns a quarter past the next midnight in the zone: the day before everywhere else. */
function firstQuarterAfterMidnight(): Date {
  const quarter = 15 * 60_000
  const first = Math.ceil(Date.now() / quarter) * quarter
  const found = Array.from({ length: 100 }, (_, at) => new Date(first + at * quarter)).find((at) =>
    wallClock(at, 'sv-SE').endsWith(' 00:15:00'),
  )
  if (!found) throw new Error('a day has no midnight')
  return found
}

/** Starts a whole system with an order for tomorrow in the zone, and a signed report. */
async function openSystem() {
  const outgoing = await openOutgoing(zone)
  const scanner = await createScanner(outgoing.db, 'ZONE')
  const worklists = await openWorklists(outgoing.context.database)
  const scheduledAt = firstQuarterAfterMidnight()
  await scanner.addOrder('1', { scheduledAt })
  const day = digits(wallClock(scheduledAt, 'sv-SE').slice(0, 10))
  const ask = async () => find(await worklists.port(), scanner, [`step.ScheduledProcedureStepStartDate=${day}`])
  const report = await outgoing.report()
  const close = async () => {
    await worklists.stop()
    await outgoing.close()
  }
  return { ...outgoing, ...report, worklists, scanner, scheduledAt, day, ask, close }
}
type System = Awaited<ReturnType<typeof openSystem>>

const contentTimes = async (path: string) => {
  const elements = await dump(path)
  return `${elements.get('ContentDate')} ${elements.get('ContentTime')}`
}
const signedDigits = ({ signedAt }: System) => wallClock(signedAt, 'sv-SE').replaceAll(/[-:]/g, '')
const signedWords = ({ signedAt }: System) => wallClock(signedAt, 'en-GB').replace(',', '')

/** All that leaves the system with a time: what it says there, and what is right. */
const surfaces: Record<string, (system: System) => Promise<[said: unknown, right: unknown]>> = {
  'modality worklist': async ({ ask, day }) => {
    const [item] = await ask()
    return [
      [item?.get('ScheduledProcedureStepStartDate'), item?.get('ScheduledProcedureStepStartTime')],
      [day, '001500'],
    ]
  },
  'performed step (MPPS)': async ({ ask, scanner, worklists }) => {
    const [item] = await ask()
    const sequence = [{ StudyInstanceUID: item?.get('StudyInstanceUID') ?? '' }]
    const elements = { PerformedProcedureStepStatus: 'IN PROGRESS', ScheduledStepAttributesSequence: sequence }
    const uid = dimse.Dataset.generateDerivedUid()
    await tellStep(await worklists.port(), scanner, { action: 'create', uid, elements })
    return [(await ask()).length, 1]
  },
  'HL7 result (ORU)': async ({ write, signedAt }) => {
    const message = await readFile(await write('hl7'), 'utf8')
    const obr = message.split('\r').find((line) => line.startsWith('OBR'))
    return [obr?.split('|')[22], `${digits(signedAt.toISOString()).slice(0, 14)}+0000`]
  },
  'FHIR, which says instants': async ({ readFhir, laboratory, scheduledAt, db }) => {
    await db.insert(orders).values({ labId: laboratory.lab.id, placerNumber: 'Z-1', source: 'manual', scheduledAt })
    const found = await readFhir('/fhir/ServiceRequest')
    return [Date.parse(found.entry[0].resource.occurrenceDateTime), scheduledAt.getTime()]
  },
  'PDF of a report': async (system) => [await system.pdfText(), expect.stringContaining(signedWords(system))],
  'PDF for an image archive': async (system) => [await contentTimes(await system.write('pdf')), signedDigits(system)],
  'Word document': async (system) => [await system.wordText(), expect.stringContaining(signedWords(system))],
  'structured report (SR)': async (system) => [await contentTimes(await system.write('sr')), signedDigits(system)],
  spreadsheet: async ({ db, laboratory, sheetOf }) => {
    const receivedAt = new Date('2026-11-27T11:30:00Z')
    const { id } = await createStudy(db, { labId: laboratory.lab.id, receivedAt })
    return [(await sheetOf(id)).get(`Upload Date (${zone})`), new Date('2026-11-28T00:30:00Z')]
  },
  email: async ({ context, db, dir }) => {
    const folder = join(dir, 'mails')
    await mkdir(folder)
    const mails = await startMail({ dir: folder })
    const mailer = createMailer({ url: mails.url, from: 'no-reply@readroom.example' })
    const { id: userId } = await createUser(db, 'admin')
    await sendPasswordNotice({ ...context, mailer }, { userId, changedAt: '2026-03-29T00:05:00.000Z' }, firstRun)
    const [mail] = await readMails(folder)
    mailer.close()
    await mails.stop()
    return [mail?.text, expect.stringContaining(`29 March 2026 at 13:05 (${zone})`)]
  },
  'calendar feed, in the zone of its doctor': async ({ api, db }) => {
    const { user, doctor } = await createDoctor(db)
    const shifts = weekdays.map((weekday) => ({ weekday, from: '08:00', to: '16:00' }))
    await db.insert(doctorPresence).values({ doctorId: doctor.id, timeZone: 'Asia/Kathmandu', shifts, absences: [] })
    const feed = await api.request({ method: 'POST', url: '/api/shift-feed' }, await createActor(db, user))
    const calendar = await api.request({ method: 'GET', url: new URL(feed.json().address).pathname })
    const begins = [...calendar.body.matchAll(/DTSTART:\d{8}T(\d{6}Z)/g)].map(([, time]) => time)
    // A shift of this moment may begin at the beginning of the feed.
    return [[...new Set(begins.slice(1))], ['021500Z']]
  },
}

describe('the zone that an administrator set', () => {
  let system: System
  beforeAll(async () => {
    system = await openSystem()
  })
  afterAll(() => system.close())

  test.each(Object.entries(surfaces))('counts for the %s, and not that of the environment', async (_, tell) => {
    const [said, right] = await tell(system)
    expect(said).toEqual(right)
  })
})
