import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { programs } from './programs.schema.ts'

export type Program = typeof programs.$inferSelect
export type StartedProgram = Pick<Program, 'id' | 'name' | 'version' | 'host' | 'environment' | 'ports'>

/** A process gives a sign of life so often; without three of them it is gone. */
export const beatMs = 30_000
const gone = sql`interval '90 seconds'`
/** A program that ends again and again fills no page. */
const mostShown = 20
const forgotten = sql`interval '1 day'`

/** Notes that a process runs, and forgets those that ended without a word. */
export async function beatProgram(db: Db, program: StartedProgram): Promise<void> {
  await db
    .insert(programs)
    .values(program)
    .onConflictDoUpdate({ target: programs.id, set: { seenAt: sql`now()`, ports: program.ports } })
  await db.delete(programs).where(sql`${programs.seenAt} < now() - ${forgotten}`)
}

export async function endProgram(db: Db, id: string): Promise<void> {
  await db.delete(programs).where(eq(programs.id, id))
}

/** The processes that run now. */
export async function listPrograms(db: Db): Promise<Program[]> {
  return db
    .select()
    .from(programs)
    .where(sql`${programs.seenAt} > now() - ${gone}`)
    .orderBy(asc(programs.name), asc(programs.startedAt))
}

/** The processes that ended in the last day without a word, the newest first. */
export async function listEndedPrograms(db: Db): Promise<Program[]> {
  return db
    .select()
    .from(programs)
    .where(sql`${programs.seenAt} between now() - ${forgotten} and now() - ${gone}`)
    .orderBy(desc(programs.seenAt))
    .limit(mostShown)
}
