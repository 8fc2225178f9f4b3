import { audit } from '@readroom/db/core/audit'
import { askForAuditCheck, readAuditCheck } from '@readroom/db/operations/audit-check'
import { auditCheck } from '@readroom/db/operations/audit-check.schema'
import { findNewestLink } from '@readroom/db/operations/audit-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { noteAuditHead } from './audit-heads.ts'
import { verifyAudit } from './audit-verify.ts'

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

test('a log whose newest entries were deleted is found by the heads in storage, though nothing else knows of them', async () => {
  await write()
  await noteAuditHead(jobs.context)
  const noted = await findNewestLink(jobs.db)
  await jobs.database.asOwner(`set session_replication_role = replica;
    delete from audit_chain where seq = ${noted?.seq};
    delete from audit_log where id = (select max(id) from audit_log);
    delete from audit_check`)
  await verifyAudit(jobs.context)
  const last = (await findNewestLink(jobs.db))?.seq ?? 0
  expect((await readAuditCheck(jobs.db))?.fault).toBe(`the log ends at ${last}, before the noted head ${noted?.seq}`)
})
