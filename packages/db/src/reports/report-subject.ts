import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { patients } from '../patients/patients.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import type { StudyRow } from '../studies/studies.ts'

/** Returns the patient of a study's report, and the laboratory on its letterhead. The caller has already been found to see the study. */
export async function readReportSubject(db: Db, { id }: Pick<StudyRow, 'id'>) {
  const [row] = await db
    .select({
      salutation: patients.salutation,
      lab: { name: labs.name, address: labs.address, phone: labs.contactPhone, email: labs.contactEmail },
    })
    .from(studies)
    .innerJoin(patients, eq(patients.id, studies.patientRowId))
    .leftJoin(labs, eq(labs.id, studies.labId))
    .where(eq(studies.id, id))
  if (!row) throw new Error('the study was not there')
  return row
}
export type ReportSubject = Awaited<ReturnType<typeof readReportSubject>>

/** The doctor who was given the study last and has it still, by their profile; null if nobody has it. */
export async function findLastAssignedDoctor(db: Db, studyId: string): Promise<string | null> {
  const [row] = await db
    .select({ doctorId: assignments.doctorId })
    .from(assignments)
    .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt)))
    .orderBy(desc(assignments.assignedAt), desc(assignments.id))
    .limit(1)
  return row?.doctorId ?? null
}
