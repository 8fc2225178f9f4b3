import { randomUUID } from 'node:crypto'
import type { User } from '@readroom/contracts/auth'
import { AppError, type ErrorCode } from '@readroom/contracts/errors'
import { splitName } from '@readroom/contracts/names'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { insertSession, listSessionAddresses, rotateToken } from '@readroom/db/queries/sessions'
import { findUserByEmail } from '@readroom/db/queries/users'
import { revokeSession } from '@readroom/domain/sessions'
import type { Context } from '../../context.ts'
import type { Client } from '../../http/client.ts'
import { type Attempt, countTries, forgetFailures, forgiveTries, inTurn, waitAfter } from '../../security/attempts.ts'
import { networkOf } from '../../security/network.ts'
import { checkPassword } from '../../security/passwords.ts'

type Credentials = { email: string; password: string }
type Account = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

/** What a token says; the route signs it. */
export type TokenClaims = { sid: string; jti: string }

export function toUser({
  userId,
  email,
  role,
  fullName,
  doctorId,
  mustChangePassword,
}: Pick<Actor, 'userId' | 'email' | 'role' | 'fullName' | 'doctorId' | 'mustChangePassword'>): User {
  return { _id: userId, email, role, fullName, ...splitName(fullName), doctorId, mustChangePassword }
}

/** Why the right password does not open the account, or null. */
function refusalOf({ isActive, labIsActive, passwordHasExpired }: Account): ErrorCode | null {
  if (!isActive || !labIsActive) return 'ACCOUNT_INACTIVE'
  return passwordHasExpired ? 'PASSWORD_EXPIRED' : null
}

export function createAuthService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  /** From the address of a session of the last weeks. A stranger who guesses from elsewhere makes nobody wait there. */
  async function isKnownPlace(account: Account | null, network: string): Promise<boolean> {
    const addresses = account ? await listSessionAddresses(db, account.id) : []
    return addresses.some((address) => networkOf(address) === network)
  }

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

  async function refuseAccount(code: ErrorCode, { address }: Client, { id }: Account): Promise<never> {
    const target = { type: 'user', id }
    await audit(db, { userId: null, address }, { action: 'login.refused', target, details: { reason: code } })
    throw new AppError(code)
  }

  async function openSession(account: Account, client: Client): Promise<TokenClaims> {
    return db.transaction(async (tx) => {
      const jti = randomUUID()
      const { id: sid } = await insertSession(tx, {
        userId: account.id,
        tokenId: jti,
        hours: settings.now().sessionHours,
        ...client,
      })
      const actor = { userId: account.id, address: client.address }
      await audit(tx, actor, { action: 'login.succeeded', target: { type: 'session', id: sid } })
      return { sid, jti }
    })
  }

  return {
    /** A wrong address and a wrong password look and cost the same; an inactive account is named only after the right password. */
    async login({ email, password }: Credentials, client: Client): Promise<{ claims: TokenClaims; user: User }> {
      const known = await findUserByEmail(db, email)
      const network = networkOf(client.address)
      // By the account's own address: what the database takes for the same may be written in many ways.
      const of = known?.email ?? email
      const own: Attempt = { kind: 'login', of: `${of}|${network}` }
      const ofAccount: Attempt[] = (await isKnownPlace(known, network)) ? [] : [{ kind: 'login-account', of }]
      return inTurn(own, async () => {
        const tries = await db.transaction((tx) => countTries(tx, own, ...ofAccount, { kind: 'login-address', of: network }))
        const account = await findUserByEmail(db, email)
        const isRight = await checkPassword(account?.passwordHash ?? null, password).catch(async (error: unknown) => {
          await forgiveTries(db, tries)
          throw error
        })
        if (!isRight || !account) return refuseLogin(waitAfter(tries), client, account)
        await forgiveTries(db, tries)
        const refusal = refusalOf(account)
        if (refusal) return refuseAccount(refusal, client, account)
        await forgetFailures(db, own)
        const claims = await openSession(account, client)
        return { claims, user: toUser({ ...account, userId: account.id }) }
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
