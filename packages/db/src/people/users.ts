import type { PageQuery } from '@readroom/contracts/core/pagination'
import type { Role } from '@readroom/contracts/core/permissions'
import type { Invitation } from '@readroom/contracts/people/users'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sessions, users } from '../access/accounts.schema.ts'
import { awaitsFirstPassword } from '../access/passwords.ts'
import { hasProviderIdentity } from '../access/provider-sign-ins.ts'
import { hasSecondFactor } from '../access/second-factors.ts'
import { advisoryLocks } from '../core/advisory-locks.ts'
import { builtOnce, type Db, plannedOnce, type Tx } from '../core/client.ts'
import { type Before, type Passed, passed, type Taken, taken } from '../core/locks.ts'
import { containsText, offsetOf, ofStatus, pageCounts, toPage } from '../core/pages.ts'
import { viewerBindings } from '../images/viewer-bindings.schema.ts'
import { readingTemplates, textBlocks } from '../reading/reading-templates.schema.ts'
import { savedLists } from '../worklist/saved-lists.schema.ts'
import { doctors } from './doctors.schema.ts'
import { labStaff, labs } from './labs.schema.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = Pick<UserRow, 'email' | 'username' | 'fullName' | 'role' | 'passwordHash'> &
  Partial<Pick<UserRow, 'isActive' | 'mustChangePassword' | 'firstSignedInAt'>>

const isPresent = isNull(users.deletedAt)

/** Accounts with the state of their laboratory, their doctor's profile, and the addresses of their sessions, as long as those are kept. */
function selectAccounts(db: Db, which: SQL) {
  return db
    .select({
      user: users,
      labIsActive: sql<boolean>`${labs.isActive} is not false`,
      doctorId: doctors.id,
      passwordHasExpired: sql<boolean>`coalesce(${users.passwordExpiresAt} <= now(), false)`,
      usedFrom: sql<string[]>`array(select distinct s.address from ${sessions} s where s.user_id = ${users.id})`,
    })
    .from(users)
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .where(and(which, isPresent))
}

function toAccount([row]: Awaited<ReturnType<typeof selectAccounts>>) {
  if (!row) return null
  const { user, ...state } = row
  return { ...user, ...state }
}

export type Account = NonNullable<ReturnType<typeof toAccount>>

/** Every sign-in waits for it. */
const accountsOfEmail = builtOnce((db) =>
  selectAccounts(db, eq(users.email, sql.placeholder('email'))).prepare('accounts_of_email'),
)

/** The account of an email address, without regard to case. */
export const findUserByEmail = async (db: Db, email: string) => toAccount(await accountsOfEmail(db).execute({ email }))

export const findAccountById = async (db: Db, userId: string) => toAccount(await selectAccounts(db, eq(users.id, userId)))

export async function findUser(db: Db, userId: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isPresent))
  return row ?? null
}

type SignInState = { labIsActive: boolean; awaitsPassword: boolean; isInvited: boolean }

/**
 * Returns whether the account's laboratory is active (true without one), whether the account still waits for its first password, and whether a
 * password was sent that has not been changed yet.
 */
export async function findSignInState(db: Db, userId: string): Promise<SignInState> {
  const [row] = await db
    .select({
      labIsActive: sql<boolean>`${labs.isActive} is not false`,
      awaitsPassword: sql<boolean>`(${awaitsFirstPassword})`,
      isInvited: users.mustChangePassword,
    })
    .from(users)
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .where(eq(users.id, userId))
  return row ?? { labIsActive: true, awaitsPassword: false, isInvited: false }
}

/** Returns the user, locked until the transaction ends. */
export async function lockUser<T extends Before<'account'>>(tx: T, userId: string): Promise<Taken<T, 'account', UserRow | null>> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isPresent))
    .for('update')
  return taken(tx, 'account', row ?? null)
}

const holding = plannedOnce(
  'hold_user',
  sql`select is_active as "isActive", password_hash as "passwordHash" from ${users}
    where id = ${sql.placeholder('userId')} and deleted_at is null for share`,
)

const HeldUsers = z.array(z.object({ isActive: z.boolean(), passwordHash: z.string() }))

/** Locks an account against changes until the transaction ends. Returns the part of it that decides whether a sign-in may continue. */
export async function holdUser<T extends Before<'account'>>(
  tx: T,
  userId: string,
): Promise<[tx: Passed<T, 'account'>, user: Pick<UserRow, 'isActive' | 'passwordHash'> | null]> {
  const [user] = HeldUsers.parse(await holding(tx, { userId }))
  return passed(tx, 'account', user ?? null)
}

export async function insertUser(tx: Db, user: NewUser): Promise<string> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Those of the usernames that begin with one of `bases` and are taken, in small letters. Holds a lock, until the transaction ends, against others who ask. */
export async function listUsernamesLike<T extends Before<'usernames'>>(
  tx: T,
  bases: readonly string[],
): Promise<Taken<T, 'usernames', Set<string>>> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.usernames})`)
  const rows = await tx
    .select({ username: users.username })
    .from(users)
    .where(
      and(
        sql`exists (select 1 from unnest(${sql.param([...bases])}::text[]) base where starts_with(lower(${users.username}), base))`,
        isPresent,
      ),
    )
  return taken(tx, 'usernames', new Set(rows.map(({ username }) => username.toLowerCase())))
}

/** Returns those of the addresses that active administrators have, in lower case. */
export async function listAdminAddresses(db: Db, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const isAdmin = and(inArray(users.email, [...addresses]), eq(users.role, 'admin'), eq(users.isActive, true), isPresent)
  return (await db.select({ email: users.email }).from(users).where(isAdmin)).map(({ email }) => email.toLowerCase())
}

/** Returns those of the addresses and usernames that accounts have. */
export async function listTakenNames(db: Db, names: { emails: readonly string[]; usernames: readonly string[] }) {
  const { email, username } = users
  if (names.emails.length === 0) return []
  const isTaken = or(inArray(email, [...names.emails]), inArray(username, [...names.usernames]))
  return db.select({ email, username }).from(users).where(and(isTaken, isPresent))
}

type UserChange = Partial<Pick<UserRow, 'email' | 'username' | 'fullName' | 'isActive' | 'providerLinkAllowed'>>

export async function updateUser(tx: Db, userId: string, change: UserChange): Promise<void> {
  await tx
    .update(users)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
  // An edit of the doctor's profile at the same time must fail, not overwrite this change.
  await tx
    .update(doctors)
    .set({ version: sql`${doctors.version} + 1` })
    .where(eq(doctors.userId, userId))
}

/** Ends an account for good; its row stays for the logs that name it. Its lists, which may ask for patients by name, its texts and its keys do not. */
export async function markUserDeleted(tx: Tx<'account'>, userId: string): Promise<void> {
  await tx.update(users).set({ isActive: false, deletedAt: sql`now()` }).where(eq(users.id, userId))
  await tx.delete(savedLists).where(eq(savedLists.ownerId, userId))
  await tx.delete(readingTemplates).where(eq(readingTemplates.ownerId, userId))
  await tx.delete(textBlocks).where(eq(textBlocks.ownerId, userId))
  await tx.delete(viewerBindings).where(eq(viewerBindings.userId, userId))
}

/**
 * Active administrators beside this one. Locks all of them, so that two cannot deactivate each other at the same time. Entries about an
 * administrator's actions can be written meanwhile.
 */
export async function countOtherAdministrators<T extends Before<'administrators'>>(
  tx: T,
  userId: string,
): Promise<Taken<T, 'administrators', number>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true), isPresent))
    .orderBy(asc(users.id))
    .for('no key update')
  const others = rows.filter(({ id }) => id !== userId)
  return taken(tx, 'administrators', others.length)
}

/** An active account, of an active laboratory if it is of one. */
const canSignIn = sql<boolean>`(${users.isActive} and ${labs.isActive} is not false)`

/** A generated password that nobody has used waits. */
const isInvited = and(eq(users.mustChangePassword, true), eq(users.isActive, true))
const isInvitationOver = sql<boolean>`(${isInvited} and coalesce(${users.passwordExpiresAt} <= now(), false))`
const ofInvitation = {
  open: sql`(${isInvited} and not ${isInvitationOver})`,
  over: isInvitationOver,
} satisfies Record<Invitation, SQL>

export type UsersQuery = PageQuery & {
  role?: Role | undefined
  lab?: string | undefined
  invitation?: Invitation | undefined
}

/** One page of all accounts, by name, with their sessions that are running and not idle. */
export async function listUsers(db: Db, query: UsersQuery, idleMinutes: number) {
  const ofUser = (what: SQL) => sql`(select ${what} from ${sessions} s where s.user_id = ${users.id} and s.revoked_at is null
    and s.expires_at > now() and s.last_active_at > now() - make_interval(mins => ${idleMinutes}))`
  const chosen = and(
    query.role && eq(users.role, query.role),
    query.lab === undefined ? undefined : eq(labStaff.labId, query.lab),
    query.invitation && ofInvitation[query.invitation],
  )
  const texts = containsText([users.fullName, users.email, users.username], query.search)
  const found = sql`${texts} and ${chosen ?? sql`true`} and ${ofStatus(canSignIn, query.status)}`
  const rows = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      username: users.username,
      role: users.role,
      labId: labs.id,
      labName: labs.name,
      doctorId: doctors.id,
      isActive: users.isActive,
      canSignIn,
      mustChangePassword: users.mustChangePassword,
      invitationEnds: sql`case when ${isInvited} then ${users.passwordExpiresAt} end`.mapWith(users.passwordExpiresAt),
      isInvitationOver,
      updatedAt: users.updatedAt,
      hasSecondFactor,
      isLinked: hasProviderIdentity,
      isLinkAllowed: users.providerLinkAllowed,
      runningSessions: sql<number>`${ofUser(sql`count(*)::int`)}`,
      lastUsedAt: sql`(select max(s.last_active_at) from ${sessions} s where s.user_id = ${users.id})`.mapWith(
        sessions.lastActiveAt,
      ),
    })
    .from(users)
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .where(and(isPresent, found))
    .orderBy(sql`lower(${users.fullName})`, users.id)
    .limit(query.limit)
    .offset(offsetOf(query))
  const counts = await db
    .select(pageCounts(found, canSignIn))
    .from(users)
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .where(isPresent)
  return toPage(rows, counts, query)
}
