import { audit } from '@readroom/db/audit'
import { askForAuditCheck, readAuditCheck } from '@readroom/db/queries/audit-check'
import { auditCheck } from '@readroom/db/schema/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from './audit-verify.ts'
import { type OpenJobs, openJobs } from './jobs.fixture.ts'

let jobs: OpenJobs
beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs?.close())

const walked = async () => {
  await verifyAudit(jobs.context)
  return (await readAuditCheck(jobs.db))?.entries
}
const write = () => audit(jobs.db, { userId: null, address: 'local' }, { action: 'backup.made' })

test('the log is walked along once a day and on request, not by every worker that starts', async () => {
  await write()
  expect(await walked()).toBe(1)
  await write()
  expect(await walked()).toBe(1)
  await jobs.db.transaction(askForAuditCheck)
  expect(await walked()).toBe(2)
  await write()
  await jobs.db.update(auditCheck).set({ checkedAt: new Date(Date.now() - 24 * 3_600_000) })
  expect(await walked()).toBe(3)
})
