import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { doctors, users } from '../schema/accounts.ts'
import { hasLiveSession } from './sessions.ts'

const assignable = and(eq(users.isActive, true), eq(doctors.isActiveProfile, true))

function selectDoctors(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: doctors.id,
      userId: users.id,
      fullName: users.fullName,
      email: users.email,
      specialization: doctors.specialization,
      isLoggedIn: hasLiveSession,
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
