import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { doctors, labStaff, labs, users } from '../schema/accounts.ts'

/** The account of an e-mail address, without regard to case, with the state of its laboratory and its doctor's profile. */
export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db
    .select({ user: users, labIsActive: labs.isActive, doctorId: doctors.id })
    .from(users)
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .where(eq(users.email, email))
  return row ? { ...row.user, labIsActive: row.labIsActive ?? true, doctorId: row.doctorId } : null
}
