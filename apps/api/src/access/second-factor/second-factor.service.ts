import type { PasskeyCreated } from '@readroom/contracts/access/passkeys'
import { maxPasskeys, type SecondFactorState } from '@readroom/contracts/access/second-factor'
import { AppError } from '@readroom/contracts/core/errors'
import { listPasskeys } from '@readroom/db/access/passkeys'
import { noPassword } from '@readroom/db/access/passwords'
import { findSecondFactors, findTotpSecret, isSecondFactorNeeded, storePendingTotp } from '@readroom/db/access/second-factors'
import { createChallenge, findChallenge, spendChallenge } from '@readroom/db/access/sign-in-challenges'
import type { Actor } from '@readroom/db/core/actor'
import { findUser } from '@readroom/db/people/users'
import {
  addAuthenticator,
  addPasskey,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '@readroom/domain/access/second-factors'
import type { Context } from '../../core/context.ts'
import { newRecoveryCodes } from '../security/recovery-codes.ts'
import { createSeal } from '../security/seal.ts'
import { stepOf } from '../security/second-factor-code.ts'
import { newTotpSecret, totpUri } from '../security/totp.ts'
import { createWebauthn } from '../security/webauthn.ts'
import { createOwnerCheck, type Proof } from './confirm-owner.ts'

type Password = { password?: string | undefined }
type NewPasskey = { challenge: string; name: string; credential: PasskeyCreated }

/** Manages the second factors of the signed-in account. */
export function createSecondFactorService({ db, config }: Pick<Context, 'db' | 'config'>) {
  const seal = createSeal(config)
  const webauthn = createWebauthn(config)
  const owner = createOwnerCheck(db, seal)

  /** Uses up a registration challenge and returns its WebAuthn challenge. Of two concurrent calls one gets it. */
  async function takeChallenge(actor: Actor, secret: string): Promise<string> {
    const begun = await findChallenge(db, secret, 'passkey-registration')
    if (!begun?.webauthnChallenge || begun.userId !== actor.userId || !(await spendChallenge(db, begun.hash)))
      throw new AppError('SIGN_IN_EXPIRED')
    return begun.webauthnChallenge
  }

  return {
    async read({ userId }: Actor): Promise<SecondFactorState> {
      const { totp, recoveryCodes } = await findSecondFactors(db, userId)
      const passkeys = await listPasskeys(db, userId)
      const user = await findUser(db, userId)
      return {
        hasAuthenticator: totp,
        recoveryCodesLeft: recoveryCodes,
        isRequired: await isSecondFactorNeeded(db, userId),
        hasPassword: user?.passwordHash !== noPassword,
        passkeys: passkeys.map(({ credentialId, name, isSynced, createdAt, lastUsedAt }) => ({
          _id: credentialId,
          name,
          isSynced,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      }
    },

    async beginAuthenticator(actor: Actor, { password }: Password): Promise<{ secret: string; uri: string }> {
      await owner.demandPassword(actor, password)
      const secret = newTotpSecret()
      if (!(await storePendingTotp(db, actor.userId, await seal.close(secret)))) throw new AppError('AUTHENTICATOR_EXISTS')
      return { secret, uri: totpUri(secret, actor.email) }
    },

    /** Returns the recovery codes that come with the first second factor. */
    async confirmAuthenticator(actor: Actor, code: string): Promise<string[]> {
      const sealedSecret = await findTotpSecret(db, actor.userId, { confirmed: false })
      if (sealedSecret === null) throw new AppError('AUTHENTICATOR_NOT_STARTED')
      const step = await owner.demandCode(actor, () => stepOf(db, seal, sealedSecret, code))
      const { codes, hashes } = newRecoveryCodes()
      const added = await db.transaction((tx) => addAuthenticator(tx, actor, { sealedSecret, step, codeHashes: hashes }))
      if (!added) throw new AppError('AUTHENTICATOR_NOT_STARTED')
      return added.isFirst ? codes : []
    },

    removeAuthenticator: (actor: Actor, proof: Proof): Promise<void> =>
      owner.withBoth(actor, proof, async (tx) => {
        if (!(await removeAuthenticator(tx, actor))) throw new AppError('SECOND_FACTOR_MISSING')
      }),

    makeRecoveryCodes: (actor: Actor, proof: Proof): Promise<string[]> =>
      owner.withBoth(actor, proof, async (tx) => {
        const { codes, hashes } = newRecoveryCodes()
        await renewRecoveryCodes(tx, actor, hashes)
        return codes
      }),

    async passkeyOptions(actor: Actor, { password }: Password) {
      await owner.demandPassword(actor, password)
      const existing = await listPasskeys(db, actor.userId)
      if (existing.length >= maxPasskeys) throw new AppError('TOO_MANY_PASSKEYS', { count: existing.length })
      const options = await webauthn.creationOptions(actor, existing)
      const { userId } = actor
      const begun = { purpose: 'passkey-registration', userId, webauthnChallenge: options.challenge } as const
      return { challenge: await createChallenge(db, begun), options }
    },

    /** Returns the recovery codes that come with the first second factor. */
    async addPasskey(actor: Actor, { challenge, name, credential }: NewPasskey): Promise<string[]> {
      const created = await webauthn.readCreated(credential, await takeChallenge(actor, challenge))
      if (!created) throw new AppError('PASSKEY_INVALID')
      const { codes, hashes } = newRecoveryCodes()
      const passkey = { ...created, name, userId: actor.userId }
      const added = await db.transaction((tx) => addPasskey(tx, actor, { passkey, codeHashes: hashes }))
      if (!added) throw new AppError('PASSKEY_TAKEN')
      return added.isFirst ? codes : []
    },

    removePasskey: (actor: Actor, passkeyId: string, proof: Proof): Promise<void> =>
      owner.withBoth(actor, proof, async (tx) => {
        if (!(await removePasskey(tx, actor, passkeyId))) throw new AppError('PASSKEY_NOT_FOUND')
      }),
  }
}
