import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { assignments } from '../schema/studies.ts'

type AssignmentKey = { studyId: string; doctorId: string }

const active = ({ studyId, doctorId }: AssignmentKey) =>
  and(eq(assignments.studyId, studyId), eq(assignments.doctorId, doctorId), isNull(assignments.unassignedAt))

/** Answers false where the assignment was there already. */
export async function insertAssignment(tx: Db, assignment: typeof assignments.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(assignments).values(assignment).onConflictDoNothing().returning({ id: assignments.id })
  return rows.length > 0
}

/** Answers false where there was no active assignment. */
export async function endAssignment(tx: Db, key: AssignmentKey, userId: string): Promise<boolean> {
  const rows = await tx
    .update(assignments)
    .set({ unassignedAt: sql`now()`, unassignedBy: userId })
    .where(active(key))
    .returning({ id: assignments.id })
  return rows.length > 0
}

export async function countActiveAssignments(tx: Db, studyId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(assignments)
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
  return row?.count ?? 0
}

export async function isActivelyAssigned(tx: Db, key: AssignmentKey): Promise<boolean> {
  const [row] = await tx.select({ id: assignments.id }).from(assignments).where(active(key))
  return row !== undefined
}
