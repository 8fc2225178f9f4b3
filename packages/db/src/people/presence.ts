import type { PresenceFields } from '@readroom/contracts/people/presence'
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
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
