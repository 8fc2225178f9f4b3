import { createHash, randomUUID } from 'node:crypto'
import type { User } from '@readroom/contracts/auth'
import { AppError } from '@readroom/contracts/errors'
import { splitName } from '@readroom/contracts/names'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { emitLive } from '@readroom/db/outbox'
import { clearFailures, countFailure, secondsBlocked } from '@readroom/db/queries/login-throttles'
import { insertSession, revokeSession, rotateToken } from '@readroom/db/queries/sessions'
import { findUserByEmail } from '@readroom/db/queries/users'
import type { Context } from '../../context.ts'
import { checkPassword } from './passwords.ts'

type Client = { address: string; userAgent: string }
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

const throttleKey = ({ email }: Credentials, { address }: Client) =>
  createHash('sha256').update(`${email.toLowerCase()}|${address}`).digest('hex')

function isUsable({ isActive, labIsActive, passwordExpiresAt }: Account): boolean {
  return isActive && labIsActive && (passwordExpiresAt === null || passwordExpiresAt > new Date())
}

export function createAuthService({ db, config }: Pick<Context, 'db' | 'config'>) {
  async function refuseLogin(key: string, client: Client, account: Account | null): Promise<never> {
    await db.transaction(async (tx) => {
      await countFailure(tx, key)
      const target = account ? { target: { type: 'user', id: account.id } } : {}
      await audit(tx, { userId: null, address: client.address }, { action: 'login.failed', ...target })
    })
    throw new AppError('INVALID_CREDENTIALS')
  }

  async function openSession(account: Account, key: string, client: Client): Promise<TokenClaims> {
    return db.transaction(async (tx) => {
      const jti = randomUUID()
      const expiresAt = new Date(Date.now() + config.SESSION_HOURS * 3_600_000)
      const { id: sid } = await insertSession(tx, { userId: account.id, tokenId: jti, expiresAt, ...client })
      await clearFailures(tx, key)
      await audit(
        tx,
        { userId: account.id, address: client.address },
        { action: 'login.succeeded', target: { type: 'session', id: sid } },
      )
      return { sid, jti }
    })
  }

  return {
    /** A wrong address and a wrong password look and cost the same; an inactive account is named only after the right password. */
    async login(credentials: Credentials, client: Client): Promise<{ claims: TokenClaims; user: User }> {
      const key = throttleKey(credentials, client)
      const seconds = await secondsBlocked(db, key)
      if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { seconds })
      const account = await findUserByEmail(db, credentials.email)
      if (!(await checkPassword(account?.passwordHash ?? null, credentials.password)) || !account)
        return refuseLogin(key, client, account)
      if (!isUsable(account)) throw new AppError('ACCOUNT_INACTIVE')
      const claims = await openSession(account, key, client)
      return { claims, user: toUser({ ...account, userId: account.id }) }
    },

    /** A session that has ended already is fine. */
    async logout({ sid }: TokenClaims, address: string): Promise<void> {
      await db.transaction(async (tx) => {
        const session = await revokeSession(tx, sid)
        if (!session) return
        await emitLive(tx, { type: 'sessions.revoked', userId: session.userId })
        await audit(tx, { userId: session.userId, address }, { action: 'logout', target: { type: 'session', id: sid } })
      })
    },

    /** New claims for the same session. Two refreshes at once: the later one keeps the token of the first. */
    async refresh(actor: Actor, jti: string): Promise<TokenClaims> {
      const next = randomUUID()
      const rotated = await rotateToken(db, actor.sessionId, jti, next)
      return { sid: actor.sessionId, jti: rotated ? next : jti }
    },
  }
}
