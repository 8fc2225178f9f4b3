import { insertPasskey } from '@readroom/db/access/passkeys'
import { confirmTotp, findSecondFactors, replaceRecoveryCodes, storePendingTotp } from '@readroom/db/access/second-factors'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createUser } from '@readroom/db/testing/factories'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { eq } from 'drizzle-orm'
import { expect, inject, it, vi } from 'vitest'
import { runCommandLine } from '../command-line.ts'

it('the operator removes the second factor of the last administrator, and the audit log records it', async () => {
  const { db, url, drop } = await createTestDatabase(inject('databaseUrl'))
  const { id, email } = await createUser(db, 'admin')
  await storePendingTotp(db, id, 'sealed')
  await confirmTotp(db, id, 'sealed', 0)
  await replaceRecoveryCodes(db, id, ['hash of a code'])
  const key = { credentialId: 'key', publicKey: 'public', counter: 0, transports: [], isSynced: false }
  await insertPasskey(db, { ...key, userId: id, name: 'Key ring' })
  expect(await findSecondFactors(db, id)).toMatchObject({ totp: true, passkeys: 1, recoveryCodes: 1 })
  vi.stubEnv('DATABASE_URL', url)
  const said = [vi.spyOn(console, 'log').mockReturnValue(), vi.spyOn(console, 'error').mockReturnValue()]
  const run = (...words: string[]) => runCommandLine(['reset-second-factor', ...words])
  expect([await run('nobody@readroom.example'), await run(email), await run(email), await run()]).toEqual([1, 0, 1, 2])
  expect(await findSecondFactors(db, id)).toMatchObject({ totp: false, passkeys: 0, recoveryCodes: 0 })
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.targetId, id))
  expect(entry).toMatchObject({ action: 'second_factor.reset', actorUserId: null, address: 'local' })
  for (const spy of said) spy.mockRestore()
  vi.unstubAllEnvs()
  await drop()
})
