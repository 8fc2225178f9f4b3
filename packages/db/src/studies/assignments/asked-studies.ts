import { CaseType, Priority } from '@readroom/contracts/core/primitives'
import { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../core/client.ts'
import { uuids } from '../../core/columns.ts'
import { patients } from '../../patients/patients.schema.ts'
import { labs } from '../../people/labs.schema.ts'
import { assignmentModes, assignmentRefusals } from '../../turnaround/automatic-assignment.schema.ts'
import { studies } from '../studies.schema.ts'

const AskedStudy = z.object({
  studyId: z.string(),
  labId: z.string().nullable(),
  labName: z.string().nullable(),
  /** How the laboratory's studies find their doctor. */
  mode: DealingMode,
  /** The group of doctors who can be dealt the study. Null: all. */
  groupId: z.string().nullable(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
  priority: Priority,
  caseType: CaseType,
  dueAt: z.coerce.date().nullable(),
  cycle: z.int(),
  /** Null: the images do not say who the patient is. */
  patientId: z.string().nullable(),
  /** Reported the newest prior. */
  priorDoctorId: z.string().nullable(),
  declinedBy: z.array(z.string()),
})
/** A study that a doctor is looked for, with what decides who can read it, and who should. */
export type AskedStudy = z.infer<typeof AskedStudy>

/** Returns those of the studies that exist and for which the condition holds. */
export async function listAskedStudies(db: Db, studyIds: readonly string[], condition: SQL = sql`true`): Promise<AskedStudy[]> {
  if (studyIds.length === 0) return []
  const { rows } = await db.execute(sql`
    select ${studies.id} as "studyId", ${studies.labId} as "labId", ${labs.name} as "labName", coalesce(${assignmentModes.mode}, 'off') as mode,
      case when ${assignmentModes.mode} <> 'off' then ${assignmentModes.groupId} end as "groupId",
      ${studies.modalities} as modalities, ${studies.bodyParts} as "bodyParts", ${studies.description} as description,
      ${studies.priority} as priority, ${studies.caseType} as "caseType", ${studies.dueAt} as "dueAt",
      ${studies.cycle} as cycle,
      (select ${patients.id} from ${patients} where ${patients.id} = ${studies.patientRowId} and ${patients.patientId} <> '') as "patientId",
      (select prior.reported_by_doctor_id from ${studies} prior
        where prior.patient_row_id = ${studies.patientRowId} and prior.id <> ${studies.id} and prior.reported_by_doctor_id is not null
        order by prior.reported_at desc, prior.id limit 1) as "priorDoctorId",
      array(select ${assignmentRefusals.doctorId} from ${assignmentRefusals} where ${assignmentRefusals.studyId} = ${studies.id}) as "declinedBy"
    from ${studies} left join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId} left join ${labs} on ${labs.id} = ${studies.labId}
    where ${studies.id} = any(${uuids(studyIds)}) and ${condition}
    order by ${studies.id}`)
  const found = z.array(AskedStudy).parse(rows)
  // Studies without a patient ID share a row, and are not of one person.
  return found.map((study) => (study.patientId === null ? { ...study, priorDoctorId: null } : study))
}
