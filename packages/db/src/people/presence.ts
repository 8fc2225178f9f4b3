import type { PresenceFields } from '@readroom/contracts/people/presence'
import { eq, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import type { Db, Tx } from '../core/client.ts'
import { lacksOf } from '../studies/assignments/readers.ts'
import { doctors } from './doctors.schema.ts'
import { doctorPresence } from './presence.schema.ts'

export type PresenceRow = typeof doctorPresence.$inferSelect

/** Returns a doctor's shifts and absences, or null if none were saved. */
export async function findPresence(db: Db, doctorId: string): Promise<PresenceRow | null> {
  const [row] = await db.select().from(doctorPresence).where(eq(doctorPresence.doctorId, doctorId))
  return row ?? null
}

/** Saves a doctor's shifts and absences in place of those before. */
export async function savePresence(
  tx: Tx<'account'>,
  doctorId: string,
  { timeZone, shifts, absences }: PresenceFields,
): Promise<void> {
  const fields = { timeZone, shifts, absences }
  await tx
    .insert(doctorPresence)
    .values({ doctorId, ...fields })
    .onConflictDoUpdate({
      target: doctorPresence.doctorId,
      set: { ...fields, version: sql`${doctorPresence.version} + 1`, updatedAt: sql`now()` },
    })
}

/** Returns every doctor who can be assigned studies, by name, with shifts and absences if any were saved. */
export async function listPresences(db: Db) {
  return db
    .select({
      id: doctors.id,
      fullName: users.fullName,
      readsLabIds: doctors.readsLabIds,
      readsModalities: doctors.readsModalities,
      readsBodyRegions: doctors.readsBodyRegions,
      licenseExpiresOn: doctors.licenseExpiresOn,
      /** Null: nothing. Automatic assignment gives studies to no others. */
      lacks: sql<'reads' | 'signIn' | null>`${lacksOf}`,
      availableDays: doctors.availableDays,
      presence: doctorPresence,
    })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .leftJoin(doctorPresence, eq(doctorPresence.doctorId, doctors.id))
    .where(assignable)
    .orderBy(sql`lower(${users.fullName})`, doctors.id)
}

export type PresenceOfDoctor = Awaited<ReturnType<typeof listPresences>>[number]
