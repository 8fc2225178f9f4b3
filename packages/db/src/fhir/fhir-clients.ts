import type { FhirClientFields } from '@readroom/contracts/fhir/fhir-clients'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { clockTime } from '../core/database-clock.ts'
import { labs } from '../people/labs.schema.ts'
import { fhirAssertions, fhirClients } from './fhir-clients.schema.ts'

export type FhirClientRow = typeof fhirClients.$inferSelect

/** Returns all clients by name, each with its laboratory. */
export async function listFhirClients(db: Db): Promise<{ client: FhirClientRow; labName: string }[]> {
  return db
    .select({ client: fhirClients, labName: labs.name })
    .from(fhirClients)
    .innerJoin(labs, eq(labs.id, fhirClients.labId))
    .orderBy(asc(sql`lower(${fhirClients.name})`))
}

/** Returns a client that may read: it and its laboratory are active. Null otherwise. `now` is the database's clock, in seconds since 1970. */
export async function findActiveFhirClient(db: Db, clientId: string): Promise<(FhirClientRow & { now: number }) | null> {
  const [row] = await db
    .select({ client: fhirClients, now: sql<number>`extract(epoch from ${clockTime})::float8` })
    .from(fhirClients)
    .innerJoin(labs, eq(labs.id, fhirClients.labId))
    .where(and(eq(fhirClients.id, clientId), eq(fhirClients.isActive, true), eq(labs.isActive, true)))
  return row ? { ...row.client, now: row.now } : null
}

/** Returns the new client's id. Breaks `fhir_clients_name` or the reference to the laboratory. */
export async function insertFhirClient(tx: Tx, fields: FhirClientFields): Promise<string> {
  const [row] = await tx.insert(fhirClients).values(fields).returning({ id: fhirClients.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Returns false if there is no such client. */
export async function setFhirClientActive(tx: Tx, clientId: string, isActive: boolean): Promise<boolean> {
  const { rowCount } = await tx.update(fhirClients).set({ isActive }).where(eq(fhirClients.id, clientId))
  return rowCount === 1
}

/** Returns the client's name and laboratory. Null if there is no such client. */
export async function deleteFhirClient(tx: Tx, clientId: string): Promise<{ name: string; labId: string } | null> {
  const [row] = await tx
    .delete(fhirClients)
    .where(eq(fhirClients.id, clientId))
    .returning({ name: fhirClients.name, labId: fhirClients.labId })
  return row ?? null
}

/** Notes that a client used an assertion. Returns false if it had used it before. Forgets the assertions that have expired. */
export async function useAssertion(tx: Tx, use: { clientId: string; assertionId: string; expiresAt: Date }): Promise<boolean> {
  await tx.delete(fhirAssertions).where(sql`${fhirAssertions.expiresAt} < ${clockTime}`)
  const { rowCount } = await tx.insert(fhirAssertions).values(use).onConflictDoNothing()
  return rowCount === 1
}

/** Notes that a client got an access token. */
export async function markFhirClientUsed(tx: Tx, clientId: string): Promise<void> {
  await tx.update(fhirClients).set({ lastUsedAt: sql`now()` }).where(eq(fhirClients.id, clientId))
}
