import { findSecondFactors } from '@readroom/db/access/second-factors'
import { auditLog } from '@readroom/db/core/system.schema'
import { createUser } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { enrolWithApp, enrolWithPasskey } from '../testing/second-factor.fixture.ts'
import { startTestApi } from '../testing/test-api.ts'
import { runCommandLine } from './command-line.ts'

it('the operator removes the second factor of the last administrator, and the audit log records it', async () => {
  const api = await startTestApi()
  const { id, email } = await createUser(api.db, 'admin')
  await enrolWithApp(api, id)
  await enrolWithPasskey(api, id)
  vi.stubEnv('DATABASE_URL', api.url)
  const said = [vi.spyOn(console, 'log').mockReturnValue(), vi.spyOn(console, 'error').mockReturnValue()]
  const run = (...words: string[]) => runCommandLine(['reset-second-factor', ...words])
  expect([await run('nobody@readroom.example'), await run(email), await run(email), await run()]).toEqual([1, 0, 1, 2])
  expect(await findSecondFactors(api.db, id)).toMatchObject({ totp: false, passkeys: 0, recoveryCodes: 0 })
  const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id))
  expect(entry).toMatchObject({ action: 'second_factor.reset', actorUserId: null, address: 'local' })
  for (const spy of said) spy.mockRestore()
  vi.unstubAllEnvs()
  await api.stop()
})
