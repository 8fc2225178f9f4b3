import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { labStaff, labs, users } from '../schema/accounts.ts'

/** The account of an e-mail address, without regard to case, with the state of its laboratory. */
export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db
    .select({ user: users, labIsActive: labs.isActive })
    .from(users)
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .where(eq(users.email, email))
  return row ? { ...row.user, labIsActive: row.labIsActive ?? true } : null
}
