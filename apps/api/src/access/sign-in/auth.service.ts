import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '@readroom/contracts/core/errors'
import { rotateToken } from '@readroom/db/access/sessions'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { type Account, findUserByEmail } from '@readroom/db/people/users'
import { checkPassword, hashesAtOnce, maxHashesWaiting } from '@readroom/domain/access/password-hashes'
import { createQueue } from '@readroom/domain/access/queue'
import { revokeSession } from '@readroom/domain/access/sessions'
import type { Context } from '../../core/context.ts'
import type { Client } from '../../core/http/client.ts'
import { type Attempt, countTries, forgiveTries, inTurn, waitAfter } from '../security/attempts.ts'
import { networkOf } from '../security/network.ts'
import { isKnownPlace, refusalOf, type SignIn, type SignInOutcome, type TokenClaims } from './sign-in.service.ts'

type Credentials = { email: string; password: string }

/** Returns the reason to refuse the account after the right password, or null. */
const passwordRefusalOf = (account: Account): ErrorCode | null =>
  refusalOf(account) ?? (account.passwordHasExpired ? 'PASSWORD_EXPIRED' : null)

/**
 * Sign-ins that come together wait before their first query, so that they hold up nobody who is already signed in. There is room for more than are hashed,
 * because some wait for a lock.
 */
const admitted = createQueue({ atOnce: 4 * hashesAtOnce, maxWaiting: maxHashesWaiting })

export function createAuthService({ db }: Pick<Context, 'db'>, signIn: SignIn) {
  /** Records a failed sign-in and the wait that follows it. */
  async function refuseLogin(seconds: number, { address }: Client, account: Account | null): Promise<never> {
    await db.transaction(async (tx) => {
      const nobody = { userId: null, address }
      const target = account && { target: { type: 'user', id: account.id } }
      await audit(tx, nobody, { action: 'login.failed', ...target })
      if (seconds > 0) await audit(tx, nobody, { action: 'login.delayed', ...target, details: { seconds } })
    })
    throw new AppError('INVALID_CREDENTIALS')
  }

  return {
    /** Treats an unknown address and a wrong password alike, in answer and in time. ACCOUNT_INACTIVE needs the right password. */
    async login({ email, password }: Credentials, client: Client): Promise<SignInOutcome> {
      const network = networkOf(client.address)
      const check = async () => {
        const account = await findUserByEmail(db, email)
        // Counted under the stored address: the database matches several spellings of it.
        const of = account?.email ?? email
        const own: Attempt = { kind: 'login', of: `${of}|${network}` }
        const ofAccount: Attempt[] = isKnownPlace(account, network) ? [] : [{ kind: 'login-account', of }]
        const tries = await countTries(db, own, ...ofAccount, { kind: 'login-address', of: network })
        const isRight = await checkPassword(account?.passwordHash ?? null, password).catch(async (error: unknown) => {
          await forgiveTries(db, tries)
          throw error
        })
        if (!isRight || !account) return refuseLogin(waitAfter(tries), client, account)
        const refusal = passwordRefusalOf(account)
        if (refusal) {
          await forgiveTries(db, tries)
          return signIn.refuseAccount(refusal, client, account)
        }
        // Forgiven in the transaction of the session. If opening the session fails, the try stays counted.
        return signIn.continueSignIn(account, client, {
          byPassword: true,
          settle: (tx) => forgiveTries(tx, tries, own),
        })
      }
      return inTurn({ kind: 'login', of: `${email}|${network}` }, () => admitted(check))
    },

    /** Ends the session. Does nothing if it has ended already. */
    async logout({ sid }: TokenClaims, address: string): Promise<void> {
      await db.transaction(async (tx) => {
        const session = await revokeSession(tx, sid)
        if (session) await audit(tx, { ...session, address }, { action: 'logout', target: { type: 'session', id: sid } })
      })
    },

    /** Returns new claims for the same session. Two refreshes at once get the same claims. */
    async refresh(actor: Actor, current: string): Promise<TokenClaims> {
      const jti = await rotateToken(db, actor.sessionId, current, randomUUID())
      if (jti === null) throw new AppError('NOT_AUTHENTICATED')
      return { sid: actor.sessionId, jti }
    },
  }
}
