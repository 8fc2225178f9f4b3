import { labs } from '@readroom/db/people/labs.schema'
import { resultDeliveries } from '@readroom/db/reports/results.schema'
import { createCast } from '@readroom/db/testing/factories'
import { tellOverdueResults } from '@readroom/domain/reports/overdue-results'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../../core/jobs/mail.fixture.ts'
import { sendOverdueResultsNotice } from './overdue-results-notice.ts'
import { createDestination, hl7Settings } from './results.fixture.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

test('administrators get one email for each time that a destination is overdue', async () => {
  const { admin, assignedDoctor, labA } = await createCast(mail.db)
  const { id, name } = await createDestination(mail.db, labA.id, hl7Settings(1))
  const queue = (minutesAgo: number) =>
    mail.db.insert(resultDeliveries).values({
      destinationId: id,
      kind: 'test',
      controlId: crypto.randomUUID(),
      createdAt: new Date(Date.now() - minutesAgo * 60_000),
    })
  /** Looks twice, as two workers do, and sends the emails that this queued. */
  async function look(): Promise<void> {
    const tell = () => mail.db.transaction((tx) => tellOverdueResults(tx))
    await Promise.all([tell(), tell()])
    const { payload } = jobs['overdue-results-notice.send']
    for (const job of await mail.takeJobs('overdue-results-notice.send'))
      await sendOverdueResultsNotice(mail.context, payload.parse(job), firstRun)
  }
  const received = async () => (await mail.listMails(admin.email)).length
  await queue(59)
  await look()
  expect(await received()).toBe(0)
  await queue(61)
  await look()
  await look()
  expect(await received()).toBe(1)
  const { subject, text } = await mail.getMail(admin.email)
  expect(subject).toBe(`Reports for ${name} are overdue`)
  expect(text).toContain('1 report waits longer than 60 minutes')
  expect(text).toContain('https://portal.example.org/admin/deliveries')
  expect(await mail.listMails(assignedDoctor.email)).toEqual([])
  await mail.db.update(resultDeliveries).set({ state: 'sent' }).where(eq(resultDeliveries.destinationId, id))
  await look()
  expect(await received()).toBe(1)
  await queue(90)
  await look()
  expect(await received()).toBe(2)
  const activate = (isActive: boolean) => mail.db.update(labs).set({ isActive }).where(eq(labs.id, labA.id))
  await activate(false)
  await look()
  await activate(true)
  await look()
  expect(await received()).toBe(3)
})
