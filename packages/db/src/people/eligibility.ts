import { asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { doctorGroupMembers, doctorGroups } from './doctor-groups.schema.ts'
import { doctors } from './doctors.schema.ts'
import { labs } from './labs.schema.ts'
import { doctorPresence } from './presence.schema.ts'

const selectEligibilities = (db: Db, where: SQL | undefined) =>
  db
    .select({
      doctorId: doctors.id,
      email: users.email,
      fullName: users.fullName,
      readsLabIds: doctors.readsLabIds,
      readsModalities: doctors.readsModalities,
      readsBodyRegions: doctors.readsBodyRegions,
      openMinutesLimit: doctors.openMinutesLimit,
      workShare: doctors.workShare,
      licenseExpiresOn: doctors.licenseExpiresOn,
      groupIds: sql<string[]>`array(
        select ${doctorGroupMembers.groupId} from ${doctorGroupMembers} where ${doctorGroupMembers.doctorId} = ${doctors.id}
        order by ${doctorGroupMembers.groupId})`,
      presence: doctorPresence,
    })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .leftJoin(doctorPresence, eq(doctorPresence.doctorId, doctors.id))
    .where(where)
    .orderBy(sql`lower(${users.fullName})`, doctors.id)

export type EligibilityRow = Awaited<ReturnType<typeof selectEligibilities>>[number]

/** Returns what decides about every doctor, by name. */
export async function listEligibilities(db: Db): Promise<EligibilityRow[]> {
  return selectEligibilities(db, isNull(users.deletedAt))
}

/** Returns what decides about the doctors with these addresses, in lower case. Accounts, profiles and all groups are locked until the transaction ends. */
export async function lockEligibilities<T extends Before<'account'>>(
  tx: T,
  emails: readonly string[],
): Promise<Taken<T, 'account', EligibilityRow[]>> {
  if (emails.length === 0) return taken(tx, 'account', [])
  const isAsked = sql`${inArray(sql`lower(${users.email})`, [...emails])} and ${users.deletedAt} is null`
  await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(doctors, eq(doctors.userId, users.id))
    .where(isAsked)
    .orderBy(asc(users.id))
    .for('update', { of: users })
  await tx
    .select({ id: doctors.id })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(isAsked)
    .orderBy(asc(users.id))
    .for('no key update', { of: doctors })
  await tx.select({ id: doctorGroups.id }).from(doctorGroups).orderBy(asc(doctorGroups.id)).for('update')
  return taken(tx, 'account', await selectEligibilities(tx, isAsked))
}

/** Returns the ids and identifiers of all laboratories. They stay until the transaction ends. */
export async function holdEveryLab<T extends Before<'laboratory'>>(
  tx: T,
): Promise<Taken<T, 'laboratory', { id: string; identifier: string }[]>> {
  const rows = await tx.select({ id: labs.id, identifier: labs.identifier }).from(labs).orderBy(asc(labs.id)).for('share')
  return taken(tx, 'laboratory', rows)
}

/** Returns the ids and identifiers of all laboratories. */
export async function listLabIdentifiers(db: Db): Promise<{ id: string; identifier: string }[]> {
  return db.select({ id: labs.id, identifier: labs.identifier }).from(labs)
}

/** Puts a doctor into groups in place of those before. Edits of the changed groups that began earlier are refused. */
export async function replaceGroupsOfDoctor(tx: Tx, doctorId: string, groupIds: readonly string[]): Promise<void> {
  const former = await tx.delete(doctorGroupMembers).where(eq(doctorGroupMembers.doctorId, doctorId)).returning()
  if (groupIds.length > 0) await tx.insert(doctorGroupMembers).values(groupIds.map((groupId) => ({ groupId, doctorId })))
  const was = new Set(former.map(({ groupId }) => groupId))
  const changed = [...was].filter((id) => !groupIds.includes(id)).concat(groupIds.filter((id) => !was.has(id)))
  if (changed.length === 0) return
  const version = sql`${doctorGroups.version} + 1`
  await tx.update(doctorGroups).set({ version, updatedAt: sql`now()` }).where(inArray(doctorGroups.id, changed))
}
