import { AppError } from '@readroom/contracts/errors'
import type { PasskeySigned } from '@readroom/contracts/passkeys'
import { audit } from '@readroom/db/audit'
import { findPasskey, listPasskeys, notePasskeyUse, type PasskeyRow } from '@readroom/db/queries/passkeys'
import {
  type ChallengeRow,
  createChallenge,
  findChallenge,
  spendChallenge,
  storeWebauthnChallenge,
  takeWebauthnChallenge,
} from '@readroom/db/queries/sign-in-challenges'
import { findAccountById } from '@readroom/db/queries/users'
import { hashOfSecret } from '@readroom/db/secrets'
import type { Context } from '../../context.ts'
import type { Client } from '../../http/client.ts'
import { type Attempt, countTries, forgetFailures } from '../../security/attempts.ts'
import { networkOf } from '../../security/network.ts'
import { createWebauthn } from '../../security/webauthn.ts'
import { refusalOf, type SignIn, type SignInOutcome } from './sign-in.service.ts'

const begunAt = ({ address }: Client): Attempt => ({ kind: 'passkey-address', of: networkOf(address) })

/** Sign-ins with a passkey: as the second step, or by itself, which is both steps at once because it asks who it is. */
export function createPasskeySignIn({ db, config }: Pick<Context, 'db' | 'config'>, signIn: SignIn) {
  const webauthn = createWebauthn(config)

  async function refuse({ address }: Client, passkey: PasskeyRow | null): Promise<never> {
    const target = passkey && { target: { type: 'user', id: passkey.userId } }
    await audit(db, { userId: null, address }, { action: 'passkey.refused', ...target })
    throw new AppError('PASSKEY_INVALID')
  }

  /** What the challenge asked to be signed, which no other call gets. */
  async function take(secret: string): Promise<ChallengeRow & { webauthnChallenge: string }> {
    const begun = (await findChallenge(db, secret, 'second-step')) ?? (await findChallenge(db, secret, 'passkey-sign-in'))
    if (!begun || begun.webauthnChallenge === null || !(await takeWebauthnChallenge(db, begun)))
      throw new AppError('SIGN_IN_EXPIRED')
    return { ...begun, webauthnChallenge: begun.webauthnChallenge }
  }

  /** The passkey is of whoever took the first step, or says of itself whose it is. */
  function isOf(passkey: PasskeyRow, { userId }: ChallengeRow, { response: { userHandle } }: PasskeySigned): boolean {
    const said = userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString()
    return userId === null ? said === passkey.userId : userId === passkey.userId
  }

  return {
    /** Of a second step the passkeys of its account, otherwise any. Throws SIGN_IN_EXPIRED, TOO_MANY_ATTEMPTS. */
    async options({ challenge }: { challenge?: string | undefined }, client: Client) {
      if (challenge === undefined) {
        await db.transaction((tx) => countTries(tx, begunAt(client)))
        const options = await webauthn.requestOptions([])
        const begun = { purpose: 'passkey-sign-in', userId: null, webauthnChallenge: options.challenge } as const
        return { challenge: await createChallenge(db, begun), options }
      }
      const begun = await findChallenge(db, challenge, 'second-step')
      if (!begun?.userId) throw new AppError('SIGN_IN_EXPIRED')
      const options = await webauthn.requestOptions(await listPasskeys(db, begun.userId))
      await storeWebauthnChallenge(db, hashOfSecret(challenge), options.challenge)
      return { challenge, options }
    },

    /** Throws SIGN_IN_EXPIRED, PASSKEY_INVALID, ACCOUNT_INACTIVE. */
    async finish(
      { challenge, credential }: { challenge: string; credential: PasskeySigned },
      client: Client,
    ): Promise<SignInOutcome> {
      const begun = await take(challenge)
      const passkey = await findPasskey(db, credential.id)
      if (!passkey || !isOf(passkey, begun, credential)) return refuse(client, passkey)
      const counter = await webauthn.readSigned(credential, begun.webauthnChallenge, passkey)
      if (counter === null) return refuse(client, passkey)
      const account = await findAccountById(db, passkey.userId)
      if (!account) return refuse(client, passkey)
      const refusal = refusalOf(account)
      if (refusal) return signIn.refuseAccount(refusal, client, account)
      const claims = await db.transaction(async (tx) => {
        const isMine = (await notePasskeyUse(tx, passkey, counter)) && (await spendChallenge(tx, begun.hash))
        if (!isMine) throw new AppError('PASSKEY_INVALID')
        return signIn.insert(tx, account, client, { secondFactor: 'passkey', providerToken: begun.providerToken })
      })
      await forgetFailures(db, begunAt(client))
      return signIn.outcomeOf(claims)
    },
  }
}
