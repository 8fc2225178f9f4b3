import { and, eq, isNull, sql } from 'drizzle-orm'
import { assignments } from '../schema/studies.js'

const active = ({ studyId, doctorId }) =>
  and(eq(assignments.studyId, studyId), eq(assignments.doctorId, doctorId), isNull(assignments.unassignedAt))
/** Answers false where the assignment was there already. */
export async function insertAssignment(tx, assignment) {
  const rows = await tx.insert(assignments).values(assignment).onConflictDoNothing().returning({ id: assignments.id })
  return rows.length > 0
}
/** Answers false where there was no active assignment. */
export async function endAssignment(tx, key, userId) {
  const rows = await tx
    .update(assignments)
    .set({ unassignedAt: sql`now()`, unassignedBy: userId })
    .where(active(key))
    .returning({ id: assignments.id })
  return rows.length > 0
}
export async function countActiveAssignments(tx, studyId) {
  const [row] = await tx
    .select({ count: sql`count(*)::int` })
    .from(assignments)
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
  return row?.count ?? 0
}
export async function isActivelyAssigned(tx, key) {
  const [row] = await tx.select({ id: assignments.id }).from(assignments).where(active(key))
  return row !== undefined
}
//# sourceMappingURL=assignments.js.map
