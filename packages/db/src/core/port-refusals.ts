import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { labAeTitles } from '../people/labs.schema.ts'
import type { Db, Tx } from './client.ts'
import { portRefusals } from './port-refusals.schema.ts'

export type PortRefusal = Omit<typeof portRefusals.$inferInsert, 'id' | 'firstAt' | 'lastAt'>
export type PortRefusalRow = typeof portRefusals.$inferSelect

/** A port scan of many addresses fills no table. */
const mostKept = 500
const mostShown = 50

/** Adds refusals to the counts of the last day, and forgets older ones. */
export async function addPortRefusals(tx: Tx, refusals: readonly PortRefusal[]): Promise<void> {
  await tx.delete(portRefusals).where(lt(portRefusals.lastAt, sql`now() - interval '1 day'`))
  for (const refusal of refusals) {
    await tx
      .insert(portRefusals)
      .values({ ...refusal, firstAt: sql`now()` })
      .onConflictDoUpdate({
        target: [portRefusals.port, portRefusals.labId, portRefusals.address, portRefusals.aeTitle, portRefusals.reason],
        set: { count: sql`${portRefusals.count} + excluded.count`, lastAt: sql`now()` },
      })
  }
  const kept = tx.select({ id: portRefusals.id }).from(portRefusals).orderBy(desc(portRefusals.lastAt)).limit(mostKept)
  await tx.delete(portRefusals).where(sql`${portRefusals.id} not in (${kept})`)
}

/** Lists the refusals of the last day, the newest first: all, or those of a laboratory's HL7 connections and AE titles. */
export async function listPortRefusals(db: Db, labId: string | null = null): Promise<PortRefusalRow[]> {
  const titles = db
    .select({ aeTitle: labAeTitles.aeTitle })
    .from(labAeTitles)
    .where(eq(labAeTitles.labId, labId ?? sql`null`))
  const ofLab = labId === null ? undefined : or(eq(portRefusals.labId, labId), inArray(portRefusals.aeTitle, titles))
  return db
    .select()
    .from(portRefusals)
    .where(and(ofLab, sql`${portRefusals.lastAt} > now() - interval '1 day'`))
    .orderBy(desc(portRefusals.lastAt), portRefusals.id)
    .limit(mostShown)
}
