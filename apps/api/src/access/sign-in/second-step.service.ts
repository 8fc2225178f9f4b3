import { challengeTries } from '@readroom/contracts/access/sign-in'
import { AppError } from '@readroom/contracts/core/errors'
import { type ChallengeRow, countChallengeTry, findChallenge, spendChallenge } from '@readroom/db/access/sign-in-challenges'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { type Account, findAccountById } from '@readroom/db/people/users'
import { tellOwner } from '@readroom/domain/access/second-factors'
import type { Context } from '../../core/context.ts'
import type { Client } from '../../core/http/client.ts'
import { type Attempt, countTries, forgiveTries, inTurn, waitAfter } from '../security/attempts.ts'
import { networkOf } from '../security/network.ts'
import type { Seal } from '../security/seal.ts'
import { spendCode } from '../security/second-factor-code.ts'
import { holdAccount, isKnownPlace, refusalOf, type SignIn, type SignInOutcome, type TokenClaims } from './sign-in.service.ts'

/** Checks the second factor of a sign-in, as a code. */
export function createSecondStep({ db }: Pick<Context, 'db'>, signIn: SignIn, seal: Seal) {
  /** Tells the account's owner when a challenge has used up its tries: the attacker has the password. */
  async function refuse({ address }: Client, { id: userId }: Account, { tries }: ChallengeRow, seconds: number): Promise<never> {
    await db.transaction(async (tx) => {
      const entry = { action: 'second_factor.failed' as const, target: { type: 'user', id: userId }, details: { tries } }
      await audit(tx, { userId: null, address }, entry)
      if (seconds > 0) await audit(tx, { userId: null, address }, { ...entry, action: 'login.delayed', details: { seconds } })
      if (tries >= challengeTries) await tellOwner(tx, userId, 'guessed')
    })
    throw new AppError('SECOND_FACTOR_INVALID')
  }

  /** Opens the session; null if the code is wrong. Code and challenge are used up in its transaction, or not at all. */
  async function open(
    begun: Before<'account'>,
    account: Account,
    client: Client,
    challenge: ChallengeRow,
    code: string,
  ): Promise<TokenClaims | null> {
    const [tx] = await holdAccount(begun, account)
    const secondFactor = await spendCode(tx, seal, account.id, code)
    if (!secondFactor) return null
    if (!(await spendChallenge(tx, challenge.hash))) throw new AppError('SIGN_IN_EXPIRED')
    if (secondFactor === 'recovery-code') await tellOwner(tx, account.id, 'recovery-code-used')
    return signIn.insert(tx, account, client, { secondFactor, providerToken: challenge.providerToken })
  }

  async function findAccount(secret: string): Promise<Account> {
    const begun = await findChallenge(db, secret, 'second-step')
    const account = begun?.userId ? await findAccountById(db, begun.userId) : null
    if (!account) throw new AppError('SIGN_IN_EXPIRED')
    return account
  }

  return {
    /**
     * Checks the code and opens a session.
     * Throws SIGN_IN_EXPIRED, SECOND_FACTOR_INVALID, TOO_MANY_ATTEMPTS, ACCOUNT_INACTIVE, AUTHENTICATOR_UNREADABLE.
     */
    async finishWithCode({ challenge, code }: { challenge: string; code: string }, client: Client): Promise<SignInOutcome> {
      const account = await findAccount(challenge)
      const network = networkOf(client.address)
      const own: Attempt = { kind: 'second-step', of: `${account.id}|${network}` }
      const everywhere: Attempt[] = isKnownPlace(account, network) ? [] : [{ kind: 'second-step-account', of: account.id }]
      const claims = await inTurn(own, async () => {
        const tries = await countTries(db, own, ...everywhere)
        const counted = await countChallengeTry(db, challenge, 'second-step')
        if (!counted) throw new AppError('SIGN_IN_EXPIRED')
        const refusal = refusalOf(account)
        if (refusal) return signIn.refuseAccount(refusal, client, account)
        const opened = await db.transaction((tx) => open(tx, account, client, counted, code))
        if (!opened) return refuse(client, account, counted, waitAfter(tries))
        await forgiveTries(db, tries, own)
        return opened
      })
      return signIn.outcomeOf(claims)
    },
  }
}
