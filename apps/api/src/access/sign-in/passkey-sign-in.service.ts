import type { PasskeySigned } from '@readroom/contracts/access/passkeys'
import { AppError } from '@readroom/contracts/core/errors'
import { findPasskey, listPasskeys, notePasskeyUse, type PasskeyRow } from '@readroom/db/access/passkeys'
import {
  type ChallengeRow,
  createChallenge,
  findChallenge,
  spendChallenge,
  storeWebauthnChallenge,
  takeWebauthnChallenge,
} from '@readroom/db/access/sign-in-challenges'
import { audit } from '@readroom/db/core/audit'
import { hashOfSecret } from '@readroom/db/core/secrets'
import { findAccountById } from '@readroom/db/people/users'
import type { Context } from '../../core/context.ts'
import type { Client } from '../../core/http/client.ts'
import { type Attempt, countTries, forgetFailures } from '../security/attempts.ts'
import { networkOf } from '../security/network.ts'
import { createWebauthn } from '../security/webauthn.ts'
import { holdAccount, refusalOf, type SignIn, type SignInOutcome } from './sign-in.service.ts'

const begunAt = ({ address }: Client): Attempt => ({ kind: 'passkey-address', of: networkOf(address) })

/** Signs in with a passkey, as second factor or alone. Alone it counts as both factors, because it requires user verification. */
export function createPasskeySignIn({ db, config }: Pick<Context, 'db' | 'config'>, signIn: SignIn) {
  const webauthn = createWebauthn(config)

  async function refuse({ address }: Client, passkey: PasskeyRow | null): Promise<never> {
    const target = passkey && { target: { type: 'user', id: passkey.userId } }
    await audit(db, { userId: null, address }, { action: 'passkey.refused', ...target })
    throw new AppError('PASSKEY_INVALID')
  }

  /** Uses up a challenge and returns it. Of two concurrent calls one gets it. */
  async function take(secret: string): Promise<ChallengeRow & { webauthnChallenge: string }> {
    const begun = (await findChallenge(db, secret, 'second-step')) ?? (await findChallenge(db, secret, 'passkey-sign-in'))
    if (!begun || begun.webauthnChallenge === null || !(await takeWebauthnChallenge(db, begun)))
      throw new AppError('SIGN_IN_EXPIRED')
    return { ...begun, webauthnChallenge: begun.webauthnChallenge }
  }

  /** Returns true if the passkey belongs to the account of the first step or, without a first step, to the account that it names. */
  function isOf(passkey: PasskeyRow, { userId }: ChallengeRow, { response: { userHandle } }: PasskeySigned): boolean {
    const said = userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString()
    return userId === null ? said === passkey.userId : userId === passkey.userId
  }

  return {
    /** Offers the account's passkeys as second factor, or any passkey without a first step. Throws SIGN_IN_EXPIRED, TOO_MANY_ATTEMPTS. */
    async options({ challenge }: { challenge?: string | undefined }, client: Client) {
      if (challenge === undefined) {
        await countTries(db, begunAt(client))
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

    /** Checks the signature and opens a session. Throws SIGN_IN_EXPIRED, PASSKEY_INVALID, ACCOUNT_INACTIVE. */
    async finish(
      { challenge, credential }: { challenge: string; credential: PasskeySigned },
      client: Client,
    ): Promise<SignInOutcome> {
      const challenged = await take(challenge)
      const passkey = await findPasskey(db, credential.id)
      if (!passkey || !isOf(passkey, challenged, credential)) return refuse(client, passkey)
      const counter = await webauthn.readSigned(credential, challenged.webauthnChallenge, passkey)
      if (counter === null) return refuse(client, passkey)
      const account = await findAccountById(db, passkey.userId)
      if (!account) return refuse(client, passkey)
      const refusal = refusalOf(account)
      if (refusal) return signIn.refuseAccount(refusal, client, account)
      const claims = await db.transaction(async (begun) => {
        const [tx] = await holdAccount(begun, account)
        const isMine = (await notePasskeyUse(tx, passkey, counter)) && (await spendChallenge(tx, challenged.hash))
        if (!isMine) throw new AppError('PASSKEY_INVALID')
        return signIn.insert(tx, account, client, { secondFactor: 'passkey', providerToken: challenged.providerToken })
      })
      await forgetFailures(db, begunAt(client))
      return signIn.outcomeOf(claims)
    },
  }
}
