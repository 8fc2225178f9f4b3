import { auditLog } from '@readroom/db/core/audit.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createAssignment, type createCast } from '@readroom/db/testing/factories'
import { and, asc, eq } from 'drizzle-orm'
import type { TestApi } from './test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
type Api = Pick<TestApi, 'db'>

/** Makes a patient of a laboratory and returns the row's id. */
export async function createPatient({ db }: Api, labId: string | null, patientId: string | null): Promise<string> {
  const [row] = await db.insert(patients).values({ labId, patientId }).returning({ id: patients.id })
  if (!row) throw new Error('the patient was not stored')
  return row.id
}

export async function assignTo({ db }: Api, { admin }: Cast, studyId: string, doctorId: string): Promise<void> {
  await createAssignment(db, { studyId, doctorId, assignedBy: admin.userId })
}

export async function unassignAll({ db }: Api, studyId: string): Promise<void> {
  await db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, studyId))
}

/** Lists the events of opening a study as a prior: by whom, and for which study. Throws if the audit log differs or a status changed. */
export async function openingsOf({ db }: Api, studyId: string): Promise<{ by: string | null; for: unknown }[]> {
  const events = await db
    .select()
    .from(studyEventLog)
    .where(and(eq(studyEventLog.studyId, studyId), eq(studyEventLog.event, 'prior_opened')))
    .orderBy(asc(studyEventLog.id))
  const entries = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, studyId), eq(auditLog.action, 'prior.opened')))
    .orderBy(asc(auditLog.id))
  const said = (rows: { actorUserId: string | null; details: unknown }[]) =>
    JSON.stringify(rows.map(({ actorUserId, details }) => [actorUserId, details]))
  if (said(events) !== said(entries)) throw new Error(`events ${said(events)}, audited ${said(entries)}`)
  if (events.some(({ fromStatus, toStatus }) => fromStatus !== toStatus)) throw new Error('an opening moved a status')
  return events.map(({ actorUserId, details }) => ({
    by: actorUserId,
    for: details instanceof Object && 'forStudyId' in details ? details.forStudyId : null,
  }))
}
