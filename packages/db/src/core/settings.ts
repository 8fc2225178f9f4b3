import { eq, inArray, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import { advisoryLocks } from './advisory-locks.ts'
import type { Db, Tx } from './client.ts'
import { type Before, type Taken, taken } from './locks.ts'
import { settings } from './settings.schema.ts'

/** The changed settings, as stored. Readers validate them with the contract. */
export type StoredSetting = { name: string; value: unknown; changedAt: Date; changedBy: string }

export async function listStoredSettings(db: Db): Promise<StoredSetting[]> {
  const { name, value, changedAt } = settings
  const fields = { name, value, changedAt, changedBy: users.fullName }
  return db.select(fields).from(settings).innerJoin(users, eq(users.id, settings.changedBy))
}

/** One change at a time, so that each is told from what it changed. */
export async function lockSettings<T extends Before<'settings'>>(tx: T): Promise<Taken<T, 'settings', void>> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.settings})`)
  return taken(tx, 'settings', undefined)
}

export async function storeSetting(
  tx: Tx<'settings'>,
  setting: { name: string; value: unknown; changedBy: string },
): Promise<void> {
  // As JSON whatever it is: null says something too, and is not the absence of a value.
  const value = sql`${JSON.stringify(setting.value)}::jsonb`
  await tx
    .insert(settings)
    .values({ ...setting, value })
    .onConflictDoUpdate({ target: settings.name, set: { value, changedBy: setting.changedBy, changedAt: sql`now()` } })
}

export async function forgetSettings(tx: Tx<'settings'>, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.delete(settings).where(inArray(settings.name, [...names]))
}
