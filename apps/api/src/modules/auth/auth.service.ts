import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { rotateToken } from '@readroom/db/queries/sessions'
import { type Account, findUserByEmail } from '@readroom/db/queries/users'
import { revokeSession } from '@readroom/domain/sessions'
import type { Context } from '../../context.ts'
import type { Client } from '../../http/client.ts'
import { type Attempt, countTries, forgetFailures, forgiveTries, inTurn, waitAfter } from '../../security/attempts.ts'
import { networkOf } from '../../security/network.ts'
import { checkPassword } from '../../security/passwords.ts'
import { refusalOf, type SignIn, type SignInOutcome, type TokenClaims } from './sign-in.service.ts'

type Credentials = { email: string; password: string }

/** Why the right password does not open the account, or null. */
const passwordRefusalOf = (account: Account): ErrorCode | null =>
  refusalOf(account) ?? (account.passwordHasExpired ? 'PASSWORD_EXPIRED' : null)

export function createAuthService({ db }: Pick<Context, 'db'>, signIn: SignIn) {
  /** Records a failed sign-in, and the wait that follows from it. */
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
    /** A wrong address and a wrong password look and cost the same; an inactive account is named only after the right password. */
    async login({ email, password }: Credentials, client: Client): Promise<SignInOutcome> {
      const known = await findUserByEmail(db, email)
      const network = networkOf(client.address)
      // By the account's own address: what the database takes for the same may be written in many ways.
      const of = known?.email ?? email
      const own: Attempt = { kind: 'login', of: `${of}|${network}` }
      const ofAccount: Attempt[] = (await signIn.isKnownPlace(known, network)) ? [] : [{ kind: 'login-account', of }]
      return inTurn(own, async () => {
        const tries = await db.transaction((tx) => countTries(tx, own, ...ofAccount, { kind: 'login-address', of: network }))
        const account = await findUserByEmail(db, email)
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
        // With the session: one commit for all of it, and a sign-in that fails there leaves its try counted.
        return signIn.continueSignIn(account, client, {
          byPassword: true,
          settle: async (tx) => {
            await forgiveTries(tx, tries)
            await forgetFailures(tx, own)
          },
        })
      })
    },

    /** A session that has ended already is fine. */
    async logout({ sid }: TokenClaims, address: string): Promise<void> {
      await db.transaction(async (tx) => {
        const session = await revokeSession(tx, sid)
        if (session) await audit(tx, { ...session, address }, { action: 'logout', target: { type: 'session', id: sid } })
      })
    },

    /** New claims for the same session. Two refreshes at once answer the same ones. */
    async refresh(actor: Actor, current: string): Promise<TokenClaims> {
      const jti = await rotateToken(db, actor.sessionId, current, randomUUID())
      if (jti === null) throw new AppError('NOT_AUTHENTICATED')
      return { sid: actor.sessionId, jti }
    },
  }
}
