import type { PageQuery } from '@readroom/contracts/core/pagination'
import { studyStatuses, tabOf } from '@readroom/contracts/studies/study-workflow'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import { hasLiveSession } from '../access/sessions.ts'
import type { Db } from '../core/client.ts'
import { type Before, type Passed, passed, type Taken, taken } from '../core/locks.ts'
import { containsText, offsetOf, ofStatus, pageCounts, toPage } from '../core/pages.ts'
import { reports } from '../reports/reports.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { doctors } from './doctors.schema.ts'

/** The open studies of doctors, from the sums (worklist/study-counts.ts). */
const unreported = studyStatuses.filter((status) => tabOf(status, 'doctor_account') !== 'completed')
const openStudies = sql<number>`(select coalesce(sum(t.n), 0)::int from study_totals t
  where t.owner = ${doctors.id} and t.status in (${sql.join(
    unreported.map((status) => sql`${status}`),
    sql`, `,
  )}))`

function selectDoctors(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: doctors.id,
      userId: users.id,
      fullName: users.fullName,
      email: users.email,
      specialization: doctors.specialization,
      isLoggedIn: hasLiveSession,
      openStudies,
      isAssignable: sql<boolean>`${assignable}`,
    })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(where)
    .orderBy(asc(users.fullName), asc(doctors.id))
}

export type DoctorRecord = Awaited<ReturnType<typeof selectDoctors>>[number]

/** Doctors by name; `active` are those with an active account and an active profile. */
export async function listDoctors(db: Db, status?: 'active' | 'inactive'): Promise<DoctorRecord[]> {
  const conditions = { active: assignable, inactive: sql`not (${assignable})` }
  return selectDoctors(db, status && conditions[status])
}

export async function findDoctor(db: Db, doctorId: string): Promise<DoctorRecord | null> {
  const [row] = await selectDoctors(db, eq(doctors.id, doctorId))
  return row ?? null
}

/** Returns the doctor's record. Locks account and profile against changes until the transaction ends. */
export async function holdDoctor<T extends Before<'account'>>(
  tx: T,
  doctorId: string,
): Promise<[tx: Passed<T, 'account'>, doctor: DoctorRecord | null]> {
  await tx
    .select({ id: doctors.id })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(eq(doctors.id, doctorId))
    .for('share', { of: [users, doctors] })
  return passed(tx, 'account', await findDoctor(tx, doctorId))
}

export type DoctorRow = typeof doctors.$inferSelect
export type NewDoctor = Omit<typeof doctors.$inferInsert, 'userId'>

const namesReads = (profile: Partial<NewDoctor>): boolean =>
  [profile.readsLabIds, profile.readsModalities, profile.readsBodyRegions].some((reads) => reads !== undefined)

/** Stores a doctor. Automatic assignment gives them studies once somebody has chosen what they read, all of it included. */
export async function insertDoctorProfile(tx: Db, userId: string, profile: NewDoctor): Promise<string> {
  const [row] = await tx
    .insert(doctors)
    .values({ ...profile, userId, ...(namesReads(profile) && { readsChosenAt: sql`now()` }) })
    .returning({ id: doctors.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Returns the names with their parts of those accounts that are doctors and have them, by account and by the name that lists show. */
export async function listPersonNames(db: Db, userIds: readonly string[]): Promise<Map<string, Map<string, string>>> {
  const rows = await db
    .select({ userId: users.id, fullName: users.fullName, personName: doctors.personName })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(inArray(users.id, [...new Set(userIds)]))
  const told = rows.flatMap(({ personName, ...row }) => (personName === null ? [] : [{ ...row, personName }]))
  return new Map(told.map(({ userId, fullName, personName }) => [userId, new Map([[fullName, personName]])]))
}

const withAccount = {
  profile: doctors,
  account: { _id: users.id, fullName: users.fullName, email: users.email, username: users.username, isActive: users.isActive },
}

/** One page of the doctors with their accounts, by name. The status is the account's. */
export async function pageOfDoctors(db: Db, query: PageQuery) {
  const columns = [users.fullName, users.email, doctors.specialization, doctors.licenseNumber]
  const found = sql`${containsText(columns, query.search)} and ${ofStatus(users.isActive, query.status)}`
  const isDoctor = and(eq(users.id, doctors.userId), isNull(users.deletedAt))
  const rows = await db
    .select(withAccount)
    .from(doctors)
    .innerJoin(users, isDoctor)
    .where(found)
    .orderBy(sql`lower(${users.fullName})`, doctors.id)
    .limit(query.limit)
    .offset(offsetOf(query))
  const counts = await db.select(pageCounts(found, users.isActive)).from(doctors).innerJoin(users, isDoctor)
  return toPage(rows, counts, query)
}

export type DoctorWithAccount = Awaited<ReturnType<typeof pageOfDoctors>>['rows'][number]

export async function findDoctorWithAccount(db: Db, doctorId: string): Promise<DoctorWithAccount | null> {
  const [row] = await db
    .select(withAccount)
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(eq(doctors.id, doctorId))
  return row ?? null
}

/** Returns the doctor with the account, both locked until the transaction ends. */
export async function lockDoctor<T extends Before<'account'>>(
  tx: T,
  doctorId: string,
): Promise<Taken<T, 'account', DoctorWithAccount | null>> {
  await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(doctors, eq(doctors.userId, users.id))
    .where(eq(doctors.id, doctorId))
    .for('update', { of: users })
  const [row] = await tx
    .select(withAccount)
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(eq(doctors.id, doctorId))
    .for('no key update', { of: doctors })
  return taken(tx, 'account', row ?? null)
}

export async function updateDoctorProfile(tx: Db, doctorId: string, profile: Partial<NewDoctor>): Promise<void> {
  const readsChosenAt = sql`coalesce(${doctors.readsChosenAt}, now())`
  await tx
    .update(doctors)
    .set({
      ...profile,
      ...(namesReads(profile) && { readsChosenAt }),
      version: sql`${doctors.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(doctors.id, doctorId))
}

/** Studies were assigned to the doctor, now or once, or reported. */
export async function isDoctorInUse(tx: Db, doctorId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(sql`select
    exists (select 1 from ${assignments} where ${assignments.doctorId} = ${doctorId})
    or exists (select 1 from ${reports} where ${reports.doctorId} = ${doctorId})
    or exists (select 1 from ${studies} where ${studies.reportedByDoctorId} = ${doctorId}) as used`)
  return rows[0]?.used ?? false
}

export async function deleteDoctorProfile(tx: Db, doctorId: string): Promise<void> {
  await tx.delete(doctors).where(eq(doctors.id, doctorId))
}
