import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { assignmentModes } from './automatic-assignment.schema.ts'

const GivenStudy = z.object({
  labId: z.string().nullable(),
  labName: z.string().nullable(),
  /** The group that automatic assignment of the laboratory is limited to now. Null: all doctors. */
  groupId: z.string().nullable(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
  assignedAt: z.coerce.date().nullable(),
  dueAt: z.coerce.date().nullable(),
  reportedAt: z.coerce.date().nullable(),
  /** Who reported the study, else who has it. */
  doctorId: z.string().nullable(),
})
export type GivenStudy = z.infer<typeof GivenStudy>

/** Returns the statement for the studies that arrived in the last days, in the order in which they were given to doctors. It must not read all studies. */
const selectGivenStudies = (days: number): SQL => sql`
  select ${studies.labId} as "labId", ${labs.name} as "labName", ${assignmentModes.groupId} as "groupId", ${studies.modalities} as modalities,
    ${studies.bodyParts} as "bodyParts", ${studies.description} as description, ${studies.assignedAt} as "assignedAt", ${studies.dueAt} as "dueAt",
    ${studies.reportedAt} as "reportedAt", coalesce(${studies.reportedByDoctorId}, ${studies.doctorIds}[1]) as "doctorId"
  from ${studies} left join ${labs} on ${labs.id} = ${studies.labId} left join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId}
  where ${studies.receivedAt} >= now() - make_interval(days => ${days}::int)
  order by ${studies.assignedAt}, ${studies.id}`

/** Returns the studies that arrived in the last days, in the order in which they were given to doctors. */
export async function listGivenStudies(db: Db, days: number): Promise<GivenStudy[]> {
  const { rows } = await db.execute(selectGivenStudies(days))
  return z.array(GivenStudy).parse(rows)
}
