import type { SimulationFields, SimulationResult } from '@readroom/contracts/turnaround/assignment-simulations'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { assignmentSimulations } from './assignment-simulations.schema.ts'

type Row = typeof assignmentSimulations.$inferSelect
export type SimulationRow = Omit<Row, 'result' | 'requestedBy'> & { requestedBy: string; labName: string | null; from: Date }

const from = sql`${assignmentSimulations.requestedAt} - make_interval(days => ${assignmentSimulations.days})`
const columns = {
  id: assignmentSimulations.id,
  requestedBy: users.fullName,
  requestedAt: assignmentSimulations.requestedAt,
  days: assignmentSimulations.days,
  labId: assignmentSimulations.labId,
  labName: labs.name,
  changes: assignmentSimulations.changes,
  state: assignmentSimulations.state,
  progress: assignmentSimulations.progress,
  from: from.mapWith(assignmentSimulations.requestedAt),
}
const isUnfinished = inArray(assignmentSimulations.state, ['waiting', 'running'])

const select = (db: Db) =>
  db
    .select(columns)
    .from(assignmentSimulations)
    .innerJoin(users, eq(users.id, assignmentSimulations.requestedBy))
    .leftJoin(labs, eq(labs.id, assignmentSimulations.labId))

/** Returns the newest simulations, without their results. */
export const listSimulations = (db: Db, limit: number): Promise<SimulationRow[]> =>
  select(db).orderBy(desc(assignmentSimulations.requestedAt), desc(assignmentSimulations.id)).limit(limit)

/** Returns a simulation without its result, or null. */
export async function findSimulation(db: Db, id: string): Promise<SimulationRow | null> {
  const [row] = await select(db).where(eq(assignmentSimulations.id, id))
  return row ?? null
}

/** Returns the result of a simulation, or null while there is none. */
export async function findSimulationResult(db: Db, id: string): Promise<unknown> {
  const [row] = await db
    .select({ result: assignmentSimulations.result })
    .from(assignmentSimulations)
    .where(eq(assignmentSimulations.id, id))
  return row?.result ?? null
}

/** Reports whether a simulation that was asked for in the last minutes waits or runs. */
export async function isSimulationRunning(tx: Tx, minutes: number): Promise<boolean> {
  const lately = gt(assignmentSimulations.requestedAt, sql`now() - make_interval(mins => ${minutes})`)
  return (await tx.$count(assignmentSimulations, and(isUnfinished, lately))) > 0
}

/** Reports whether a laboratory exists. */
export const labExists = async (tx: Tx, labId: string): Promise<boolean> => (await tx.$count(labs, eq(labs.id, labId))) > 0

/** Reports whether all of the doctors exist. */
export const doctorsExist = async (tx: Tx, ids: readonly string[]): Promise<boolean> =>
  (await tx.$count(doctors, inArray(doctors.id, [...ids]))) === new Set(ids).size

/** Returns its id. */
export async function insertSimulation(tx: Tx, requestedBy: string, { days, labId, changes }: SimulationFields): Promise<string> {
  const [row] = await tx
    .insert(assignmentSimulations)
    .values({ requestedBy, days, labId, changes })
    .returning({ id: assignmentSimulations.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Notes how far a simulation is. Reports whether it still waits or runs. */
export async function noteSimulationProgress(db: Db, id: string, progress: number): Promise<boolean> {
  const rows = await db
    .update(assignmentSimulations)
    .set({ state: 'running', progress })
    .where(and(eq(assignmentSimulations.id, id), isUnfinished))
    .returning({ id: assignmentSimulations.id })
  return rows.length > 0
}

/** Ends a simulation that waits or runs. Without a result it has failed. */
export async function endSimulation(db: Db, id: string, result: SimulationResult | null): Promise<void> {
  const end = result === null ? ({ state: 'failed' } as const) : ({ state: 'done', progress: 100, result } as const)
  await db
    .update(assignmentSimulations)
    .set(end)
    .where(and(eq(assignmentSimulations.id, id), isUnfinished))
}

/** Returns the names that doctors have now, by their ids. */
export const listDoctorNames = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: doctors.id, name: users.fullName })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(inArray(doctors.id, [...ids]))

/** Returns the names that laboratories have now, by their ids. */
export const listLabNames = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: labs.id, name: labs.name })
    .from(labs)
    .where(inArray(labs.id, [...ids]))
