import type { Role } from '@readroom/contracts/core/permissions'
import { and, eq, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce } from '../core/client.ts'
import { settings } from '../core/settings.schema.ts'
import { sessions, users } from './accounts.schema.ts'
import { passkeys, recoveryCodes, totpSecrets } from './second-factors.schema.ts'

/** True if an account has a second factor beside its password. */
export const hasSecondFactor = sql<boolean>`(
  exists (select 1 from ${totpSecrets} f where f.user_id = ${users.id} and f.confirmed_at is not null)
  or exists (select 1 from ${passkeys} p where p.user_id = ${users.id}))`

/** True if the settings demand a second factor for the user's role. */
export const needsSecondFactor = sql<boolean>`
  exists (select 1 from ${settings} g where g.name = 'secondFactorRoles' and g.value ? ${users.role})`

/** Counts the active users of some roles who have no second factor. */
export function countWithoutSecondFactor(db: Db, roles: readonly Role[]): Promise<number> {
  return db.$count(users, and(eq(users.isActive, true), inArray(users.role, [...roles]), not(hasSecondFactor)))
}

/** `isRequired`: the settings demand a second factor for the user's role. */
const SecondFactors = z.object({ totp: z.boolean(), passkeys: z.int(), recoveryCodes: z.int(), isRequired: z.boolean() })
export type SecondFactors = z.infer<typeof SecondFactors>

/** Every sign-in waits for it. */
const secondFactors = plannedOnce(
  'second_factors',
  sql`select
    exists (select 1 from ${totpSecrets} where user_id = ${sql.placeholder('userId')} and confirmed_at is not null) as totp,
    (select count(*)::int from ${passkeys} where user_id = ${sql.placeholder('userId')}) as passkeys,
    (select count(*)::int from ${recoveryCodes} where user_id = ${sql.placeholder('userId')} and used_at is null) as "recoveryCodes",
    exists (select 1 from ${users} where id = ${sql.placeholder('userId')} and ${needsSecondFactor}) as "isRequired"`,
)

/** Returns the second factors of an account, and whether it needs one. */
export async function findSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  return z.tuple([SecondFactors]).parse(await secondFactors(db, { userId }))[0]
}

/** The sealed secret of an account's authenticator app; null if there is none of that kind. */
export async function findTotpSecret(db: Db, userId: string, { confirmed }: { confirmed: boolean }): Promise<string | null> {
  const [row] = await db
    .select({ sealedSecret: totpSecrets.sealedSecret })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), confirmed ? isNotNull(totpSecrets.confirmedAt) : isNull(totpSecrets.confirmedAt)))
  return row?.sealedSecret ?? null
}

/** Stores a secret that waits for its first code, in place of another that waits. Returns false if one is in use. */
export async function storePendingTotp(tx: Db, userId: string, sealedSecret: string): Promise<boolean> {
  const rows = await tx
    .insert(totpSecrets)
    .values({ userId, sealedSecret })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { sealedSecret, lastStep: 0, createdAt: sql`now()` },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  return rows.length > 0
}

/** Puts the secret that waits into use, with the step of the code that confirmed it. Returns false if it is another by now. */
export async function confirmTotp(tx: Db, userId: string, sealedSecret: string, step: number): Promise<boolean> {
  const waits = and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealedSecret, sealedSecret), isNull(totpSecrets.confirmedAt))
  const { rowCount } = await tx.update(totpSecrets).set({ confirmedAt: sql`now()`, lastStep: step }).where(waits)
  return rowCount === 1
}

/** Uses the code of a time step up, and those of earlier ones. Returns false if it was used already. */
export async function spendTotpStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt), lt(totpSecrets.lastStep, step)))
  return rowCount === 1
}

export async function deleteTotp(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(totpSecrets).where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  return rowCount === 1
}

/** Makes these the recovery codes of an account, by their hashes, in place of all others. */
export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  if (hashes.length > 0) await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** Uses a recovery code up. Returns false if the account has none of that hash that was not used. */
export async function spendRecoveryCode(tx: Db, userId: string, codeHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
  return rowCount === 1
}

/** Leaves an account without a second factor. */
export async function deleteSecondFactors(tx: Db, userId: string): Promise<void> {
  for (const table of [totpSecrets, passkeys, recoveryCodes]) await tx.delete(table).where(eq(table.userId, userId))
}

/** Notes, or forgets, what a running session was opened with beside its first step. */
export async function noteSecondFactor(
  tx: Db,
  sessionId: string,
  secondFactor: typeof sessions.$inferSelect.secondFactor,
): Promise<void> {
  await tx.update(sessions).set({ secondFactor }).where(eq(sessions.id, sessionId))
}

/** The database's clock at this moment. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp())::float8 as seconds`)
  return new Date(z.tuple([z.object({ seconds: z.number() })]).parse(rows)[0].seconds * 1000)
}

/** Reports whether the settings demand a second factor for the user's role. */
export async function isSecondFactorNeeded(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), needsSecondFactor))) > 0
}
