import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { users } from '../../access/accounts.schema.ts'
import { type Db, plannedOnce } from '../../core/client.ts'
import { doctors } from '../../people/doctors.schema.ts'
import { studies } from '../studies.schema.ts'
import { studyEventLog } from '../study-events.schema.ts'
import { assignments } from './assignments.schema.ts'

type AssignmentKey = { studyId: string; doctorId: string }

const active = ({ studyId, doctorId }: AssignmentKey) =>
  and(eq(assignments.studyId, studyId), eq(assignments.doctorId, doctorId), isNull(assignments.unassignedAt))

type NewAssignment = AssignmentKey &
  Pick<typeof assignments.$inferSelect, 'priority' | 'assignedBy'> &
  Partial<Pick<typeof assignments.$inferSelect, 'dealtBy'>>

const inserting = plannedOnce(
  'insert_assignments',
  sql`insert into ${assignments} (study_id, doctor_id, priority, assigned_by, dealt_by)
    select "studyId", "doctorId", priority, "assignedBy", "dealtBy"
    from jsonb_to_recordset(${sql.placeholder('given')}::jsonb)
      given("studyId" uuid, "doctorId" uuid, priority text, "assignedBy" uuid, "dealtBy" text)
    on conflict do nothing`,
)

/** Adds those that the doctors do not have already. */
export async function insertAssignments(tx: Db, given: readonly NewAssignment[]): Promise<void> {
  if (given.length > 0) await inserting(tx, { given: JSON.stringify(given) })
}

/** Returns what it was, or null if there was no active assignment. */
export async function endAssignment(
  tx: Db,
  key: AssignmentKey,
  userId: string | null,
): Promise<typeof assignments.$inferSelect | null> {
  const rows = await tx.update(assignments).set({ unassignedAt: sql`now()`, unassignedBy: userId }).where(active(key)).returning()
  return rows[0] ?? null
}

/** Returns the doctors who have the study, with their accounts. */
export async function listActiveDoctors(tx: Db, studyId: string): Promise<{ doctorId: string; userId: string }[]> {
  return tx
    .select({ doctorId: assignments.doctorId, userId: doctors.userId })
    .from(assignments)
    .innerJoin(doctors, eq(doctors.id, assignments.doctorId))
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
    .orderBy(assignments.doctorId)
}

/** Returns the names of the doctors who have the study. */
export async function listActiveNames(tx: Db, studyId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: users.fullName })
    .from(assignments)
    .innerJoin(doctors, eq(doctors.id, assignments.doctorId))
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
    .orderBy(assignments.doctorId)
  return rows.map(({ name }) => name)
}

export async function countActiveAssignments(tx: Db, studyId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(assignments)
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
  return row?.count ?? 0
}

/** Reports whether the doctor has opened the study or begun a report since it was assigned to them. */
export async function hasTouched(tx: Db, key: AssignmentKey): Promise<boolean> {
  const [row] = await tx
    .select({ id: studyEventLog.id })
    .from(assignments)
    .innerJoin(doctors, eq(doctors.id, assignments.doctorId))
    .innerJoin(
      studyEventLog,
      and(
        eq(studyEventLog.studyId, assignments.studyId),
        eq(studyEventLog.actorUserId, doctors.userId),
        gte(studyEventLog.at, assignments.assignedAt),
      ),
    )
    .where(active(key))
    .limit(1)
  return row !== undefined
}

/** Reports whether a doctor who has the study has opened it since it was assigned to them, and since it was last reset. */
export async function isOpenedByReader(tx: Db, studyId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: studyEventLog.id })
    .from(assignments)
    .innerJoin(studies, eq(studies.id, assignments.studyId))
    .innerJoin(doctors, eq(doctors.id, assignments.doctorId))
    .innerJoin(
      studyEventLog,
      and(
        eq(studyEventLog.studyId, assignments.studyId),
        eq(studyEventLog.actorUserId, doctors.userId),
        eq(studyEventLog.event, 'opened'),
        gte(studyEventLog.at, sql`greatest(${assignments.assignedAt}, ${studies.resetAt})`),
      ),
    )
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
    .limit(1)
  return row !== undefined
}

export async function isActivelyAssigned(tx: Db, key: AssignmentKey): Promise<boolean> {
  const [row] = await tx.select({ id: assignments.id }).from(assignments).where(active(key))
  return row !== undefined
}
