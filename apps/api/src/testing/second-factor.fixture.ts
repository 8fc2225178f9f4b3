import { insertPasskey } from '@readroom/db/access/passkeys'
import { confirmTotp, readClock, replaceRecoveryCodes, storePendingTotp } from '@readroom/db/access/second-factors'
import { TOTP } from 'otpauth'
import { newRecoveryCodes } from '../access/security/recovery-codes.ts'
import { createSeal } from '../access/security/seal.ts'
import { newTotpSecret } from '../access/security/totp.ts'
import { createWebauthn } from '../access/security/webauthn.ts'
import { createAuthenticator } from './authenticator.fixture.ts'
import type { TestApi } from './test-api.ts'

export type Enrolled = { secret: string; recovery: string[]; codeAt: (steps: number) => string }

/** Gives an account an authenticator app and recovery codes. `codeAt` returns its code a number of time steps after enrolment. */
export async function enrolWithApp({ db, config }: TestApi, userId: string): Promise<Enrolled> {
  const secret = newTotpSecret()
  const sealed = await createSeal(config).close(secret)
  const { codes: recovery, hashes } = newRecoveryCodes()
  await storePendingTotp(db, userId, sealed)
  await confirmTotp(db, userId, sealed, 0)
  await replaceRecoveryCodes(db, userId, hashes)
  const now = (await readClock(db)).getTime()
  const totp = new TOTP({ secret })
  return { secret, recovery, codeAt: (steps) => totp.generate({ timestamp: now + steps * 30_000 }) }
}

/** Gives an account a passkey. */
export async function enrolWithPasskey({ db, config }: TestApi, userId: string) {
  const authenticator = createAuthenticator({ userHandle: userId })
  const webauthn = createWebauthn(config)
  const { challenge } = await webauthn.creationOptions({ userId, email: 'a@readroom.example', fullName: 'A' }, [])
  const created = await webauthn.readCreated(authenticator.create({ challenge }), challenge)
  if (!created) throw new Error('the passkey was not accepted')
  await insertPasskey(db, { ...created, userId, name: 'Key ring' })
  return { authenticator, credentialId: created.credentialId }
}
