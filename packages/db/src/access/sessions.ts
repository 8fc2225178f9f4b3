import { QuietEnd } from '@readroom/contracts/access/sign-in-history'
import type { SessionEnd } from '@readroom/contracts/core/session-ends'
import { and, count, desc, eq, isNull, ne, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../core/actor.ts'
import { builtOnce, type Db, type Tx } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labStaff, labs } from '../people/labs.schema.ts'
import { type revocations, sessions, users } from './accounts.schema.ts'
import { hasSecondFactor, needsSecondFactor } from './second-factors.ts'

export type SessionRow = Actor & {
  /** The tokens that are good at this moment: the one in use, and for a minute after a refresh the one before it. */
  tokenIds: string[]
  /** Its last activity was noted so long ago that it is time to note it again. */
  isStale: boolean
  expiresAt: Date
}

/** The reasons for which a session ends early. Compared with the database's clock alone: those of the API's machines may be wrong. */
export type SessionLimits = { idleMinutes: number; tokenMinutes: number }

/** Seconds between two writes of a session's last activity. */
const touchSeconds = 60

/** The seconds after a refresh for which the token before it stays good. */
const previousTokenSeconds = 60

const previousIsGood = sql`${sessions.previousTokenUntil} > now()`

const notIdle = (minutes: number | Placeholder) => sql`${sessions.lastActiveAt} > now() - make_interval(mins => ${minutes}::int)`

const usable = and(
  isNull(sessions.revokedAt),
  sql`${sessions.expiresAt} > now()`,
  eq(users.isActive, true),
  sql`${labs.isActive} is not false`,
)

/** The columns of a `SessionRow`. `SessionLimits.tokenMinutes` is a placeholder of their statement. */
export const sessionColumns = {
  userId: users.id,
  sessionId: sessions.id,
  fullName: users.fullName,
  email: users.email,
  role: users.role,
  labId: labStaff.labId,
  doctorId: doctors.id,
  mustChangePassword: users.mustChangePassword,
  mustEnrol: sql<boolean>`(${sessions.secondFactor} is null and ${needsSecondFactor} and not ${hasSecondFactor})`,
  address: sessions.address,
  tokenIds: sql<string[]>`array_remove(array[
    case when ${sessions.tokenIssuedAt} > now() - make_interval(mins => ${sql.placeholder('tokenMinutes')}::int) then ${sessions.tokenId} end,
    case when ${previousIsGood} then ${sessions.previousTokenId} end], null)`,
  isStale: sql<boolean>`${sessions.lastActiveAt} < now() - make_interval(secs => ${touchSeconds})`,
  expiresAt: sessions.expiresAt,
}

function selectSessions(db: Db) {
  return db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
}

/** Counts the running sessions that a shorter idle time would end. */
export async function countIdleSessions(db: Db, minutes: { from: number; to: number }): Promise<number> {
  const ends = and(usable, notIdle(minutes.from), not(notIdle(minutes.to)))
  const [row] = await db
    .select({ sessions: count() })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .where(ends)
  return row?.sessions ?? 0
}

/** The condition of `findUsableSessions` for a statement that is built once. `SessionLimits.idleMinutes` is its placeholder. */
export const isUsable = and(usable, notIdle(sql.placeholder('idleMinutes')))

/** Asked by every request: built once, and planned once for each connection. */
const usableSessions = builtOnce((db) =>
  selectSessions(db)
    .where(and(sql`${sessions.id} = any(${sql.placeholder('ids')}::uuid[])`, isUsable))
    .prepare('usable_sessions'),
)

/** The usable sessions among `ids`: not revoked, expired or idle, of an active user of an active laboratory. */
export async function findUsableSessions(db: Db, limits: SessionLimits, ids: readonly string[]): Promise<SessionRow[]> {
  return ids.length === 0 ? [] : usableSessions(db).execute({ ids, ...limits })
}

type NewSession = { userId: string; tokenId: string; hours: number; address: string; userAgent: string } & Pick<
  typeof sessions.$inferSelect,
  'secondFactor' | 'providerToken'
>

export async function insertSession(db: Db, { hours, ...session }: NewSession): Promise<{ id: string }> {
  const expiresAt = sql`now() + make_interval(hours => ${hours})`
  const [row] = await db
    .insert(sessions)
    .values({ ...session, expiresAt })
    .returning({ id: sessions.id })
  if (!row) throw new Error('the session was not stored')
  await db
    .update(users)
    .set({ firstSignedInAt: sql`now()` })
    .where(and(eq(users.id, session.userId), isNull(users.firstSignedInAt)))
  return row
}

/**
 * Makes `tokenId` the session's token, if `current` is it and did not itself come a moment ago: there is one token before it, which
 * stays good for its whole minute. Returns the session's token from now on, which two tabs that refresh together share; null if
 * `current` is no good token of the session.
 */
export async function rotateToken(db: Db, sessionId: string, current: string, tokenId: string): Promise<string | null> {
  const [rotated] = await db
    .update(sessions)
    .set({
      tokenId,
      tokenIssuedAt: sql`now()`,
      previousTokenId: current,
      previousTokenUntil: sql`now() + make_interval(secs => ${previousTokenSeconds})`,
    })
    .where(and(eq(sessions.id, sessionId), eq(sessions.tokenId, current), sql`${previousIsGood} is not true`))
    .returning({ tokenId: sessions.tokenId })
  if (rotated) return rotated.tokenId
  const isGood = or(eq(sessions.tokenId, current), and(eq(sessions.previousTokenId, current), previousIsGood))
  const [present] = await db
    .select({ tokenId: sessions.tokenId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isGood))
  return present?.tokenId ?? null
}

export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.update(sessions).set({ lastActiveAt: sql`now()` }).where(eq(sessions.id, sessionId))
}

export async function findSessionUser(db: Db, sessionId: string): Promise<string | null> {
  const [row] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, sessionId))
  return row?.userId ?? null
}

/** A user's sessions that have not ended and are not idle, the last used first. */
export async function listSessions(db: Db, userId: string, idleMinutes: number) {
  return db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastActiveAt: sessions.lastActiveAt,
      address: sessions.address,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), sql`${sessions.expiresAt} > now()`, notIdle(idleMinutes)))
    .orderBy(desc(sessions.lastActiveAt), desc(sessions.id))
}

/** Seconds until a running session ends if nothing is done, and until it ends whatever happens. */
export async function findSessionTimes(
  db: Db,
  id: string,
  idleMinutes: number,
): Promise<{ idleSeconds: number; lifeSeconds: number }> {
  const until = (end: SQL) => sql<number>`greatest(0, floor(extract(epoch from ${end} - now())))::int`
  const [row] = await db
    .select({
      idleSeconds: until(sql`(${sessions.lastActiveAt} + make_interval(mins => ${idleMinutes}))`),
      lifeSeconds: until(sql`${sessions.expiresAt}`),
    })
    .from(sessions)
    .where(eq(sessions.id, id))
  return row ?? { idleSeconds: 0, lifeSeconds: 0 }
}

/** An administrator ended the session, or nobody noted why. The state of the account and its laboratory then says more. */
const byAdministrator = sql`coalesce(${sessions.endReason}, 'administrator') = 'administrator'`

/** The reason for a session's end; null while it runs, and if nothing was noted. */
export async function findSessionEnd(db: Db, id: string, { idleMinutes }: SessionLimits): Promise<SessionEnd | null> {
  const [row] = await db
    .select({
      end: sql<SessionEnd | null>`case when ${byAdministrator} and ${users.isActive} is false then 'account'
        when ${byAdministrator} and ${labs.isActive} is false then 'laboratory'
        when ${sessions.revokedAt} is not null then ${sessions.endReason}
        when ${sessions.expiresAt} <= now() then 'time' when not (${notIdle(idleMinutes)}) then 'idle' end`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .where(eq(sessions.id, id))
  return row?.end ?? null
}

const QuietlyEnded = z.object({ at: z.coerce.date(), reason: QuietEnd, address: z.string() })

/**
 * A user's sessions that ended by themselves, idle or at their longest time, the last first: those of instants from `from` until before `until`, if
 * they are given. Ended sessions are kept for thirty days (`access-purge.ts`).
 */
export async function listQuietEnds(
  db: Db,
  {
    userId,
    idleMinutes,
    from,
    until,
    limit,
  }: { userId: string; idleMinutes: number; from: Date | null; until: Date | null; limit: number },
) {
  const { rows } = await db.execute(sql`
    select at, case when at < expires_at then 'idle' else 'time' end as reason, address from (
      select *, least(expires_at, last_active_at + make_interval(mins => ${idleMinutes}::int)) as at from sessions where user_id = ${userId}) s
    where at <= now() and (revoked_at is null or revoked_at > at)
      and at >= coalesce(${from}::timestamptz, '-infinity') and at < coalesce(${until}::timestamptz, 'infinity')
    order by at desc limit ${limit}`)
  return z.array(QuietlyEnded).parse(rows)
}

export type WhichSessions = { userId: string; only?: string; except?: string; reason: (typeof revocations)[number] }

/** Ends sessions of a user: their tokens are refused. Returns how many. */
export async function markSessionsRevoked(db: Db, { userId, only, except, reason }: WhichSessions): Promise<number> {
  const { rowCount } = await db
    .update(sessions)
    .set({ revokedAt: sql`now()`, endReason: reason })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > now()`,
        only === undefined ? undefined : eq(sessions.id, only),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
  return rowCount ?? 0
}

/** A doctor or member of staff is online while a session of theirs is usable. */
export const hasLiveSession = sql<boolean>`exists (
  select 1 from ${sessions} s where s.user_id = ${users.id} and s.revoked_at is null and s.expires_at > now())`

/** The session's user has given the password to sign. */
export async function confirmSigning(tx: Tx, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ signingConfirmedAt: sql`now()` }).where(eq(sessions.id, sessionId))
}

/** Reports whether the session's user gave the password to sign within the last `minutes`. */
export async function isSigningConfirmed(db: Db, sessionId: string, { minutes }: { minutes: number }): Promise<boolean> {
  const lately = sql`${sessions.signingConfirmedAt} > now() - make_interval(mins => ${minutes})`
  return (await db.$count(sessions, and(eq(sessions.id, sessionId), lately))) > 0
}
