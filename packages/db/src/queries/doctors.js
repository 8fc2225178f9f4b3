import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { doctors, users } from '../schema/accounts.js'
import { assignments, reports, studies } from '../schema/studies.js'
import { containsText, offsetOf, ofStatus, pageCounts, toPage } from './pages.js'
import { hasLiveSession } from './sessions.js'

const assignable = and(eq(users.isActive, true), eq(doctors.isActiveProfile, true))
function selectDoctors(db, where) {
  return db
    .select({
      id: doctors.id,
      userId: users.id,
      fullName: users.fullName,
      email: users.email,
      specialization: doctors.specialization,
      isLoggedIn: hasLiveSession,
      isAssignable: sql`${assignable}`,
    })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(where)
    .orderBy(asc(users.fullName), asc(doctors.id))
}
/** Doctors by name; `active` are those with an active account and an active profile. */
export async function listDoctors(db, status) {
  const conditions = { active: assignable, inactive: sql`not (${assignable})` }
  return selectDoctors(db, status && conditions[status])
}
export async function findDoctor(db, doctorId) {
  const [row] = await selectDoctors(db, eq(doctors.id, doctorId))
  return row ?? null
}
export async function insertDoctorProfile(tx, userId, profile) {
  const [row] = await tx
    .insert(doctors)
    .values({ ...profile, userId })
    .returning({ id: doctors.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}
const withAccount = {
  profile: doctors,
  account: { fullName: users.fullName, email: users.email, username: users.username, isActive: users.isActive },
}
/** One page of the doctors with their accounts, by name. The status is the account's. */
export async function pageOfDoctors(db, query) {
  const columns = [users.fullName, users.email, doctors.specialization]
  const texts = columns.map((column) => sql`coalesce(${containsText(column, query.search)}, false)`)
  const found = sql`(${or(...texts)}) and ${ofStatus(users.isActive, query.status)}`
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
export async function findDoctorWithAccount(db, doctorId) {
  const [row] = await db
    .select(withAccount)
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(eq(doctors.id, doctorId))
  return row ?? null
}
/** The same, profile and account locked until the transaction ends. */
export async function lockDoctor(tx, doctorId) {
  const [row] = await tx
    .select(withAccount)
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(eq(doctors.id, doctorId))
    .for('update')
  return row ?? null
}
export async function updateDoctorProfile(tx, doctorId, profile) {
  await tx
    .update(doctors)
    .set({ ...profile, updatedAt: sql`now()` })
    .where(eq(doctors.id, doctorId))
}
/** Studies were assigned to the doctor, now or once, or reported. */
export async function isDoctorInUse(tx, doctorId) {
  const { rows } = await tx.execute(sql`select
    exists (select 1 from ${assignments} where ${assignments.doctorId} = ${doctorId})
    or exists (select 1 from ${reports} where ${reports.doctorId} = ${doctorId})
    or exists (select 1 from ${studies} where ${studies.reportedByDoctorId} = ${doctorId}) as used`)
  return rows[0]?.used ?? false
}
export async function deleteDoctorProfile(tx, doctorId) {
  await tx.delete(doctors).where(eq(doctors.id, doctorId))
}
//# sourceMappingURL=doctors.js.map
