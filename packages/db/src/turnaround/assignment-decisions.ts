import type { DecisionFilters } from '@readroom/contracts/turnaround/assignment-decisions'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'

const Row = z.object({
  id: z.string(),
  at: z.coerce.date(),
  event: z.enum(['assigned', 'unassigned', 'unplaced']),
  details: z.unknown(),
  doctorId: z.string().nullable(),
  /** The administrator who confirmed the choice. */
  confirmedBy: z.string().nullable(),
  studyId: z.string(),
  labName: z.string().nullable(),
  patientName: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  dueAt: z.coerce.date().nullable(),
  /** When the doctor who was chosen lost the study, and when the doctor reported it after the choice. */
  lostAt: z.coerce.date().nullable(),
  reportedAt: z.coerce.date().nullable(),
})
export type DecisionRow = z.infer<typeof Row>

type DecisionSearch = DecisionFilters & { zone: string; before?: string | undefined; limit: number }

/** As the condition of the index `study_events_dealt`. */
const isDecision = sql`(e.details ? 'dealt' or e.details ? 'proposed' or e.event = 'unplaced')`

function conditionsOf({ doctor, lab, from, to, zone, before }: DecisionSearch): SQL {
  const conditions = [
    isDecision,
    doctor && sql`e.details ->> 'doctorId' = ${doctor}`,
    lab && sql`${studies.labId} = ${lab}`,
    from && sql`e.at >= (${from}::timestamp at time zone ${zone})`,
    to && sql`e.at < ((${to}::date + 1)::timestamp at time zone ${zone})`,
    before && sql`(e.at, e.id) < (select at, id from study_events where id = ${before})`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined && condition !== ''),
    sql` and `,
  )
}

/** Returns the statement for decisions of automatic assignment, newest first. Days are those of an IANA zone. */
export const selectDecisions = (search: DecisionSearch): SQL => sql`
  with found as (
    select e.id, e.at, e.event, e.details, e.study_id, e.actor_user_id from study_events e join ${studies} on ${studies.id} = e.study_id
    where ${conditionsOf(search)} order by e.at desc, e.id desc limit ${search.limit})
  select found.id, found.at, found.event, found.details, found.details ->> 'doctorId' as "doctorId",
    case when found.event = 'assigned' and found.details -> 'dealt' ->> 'by' is distinct from 'pool' then ${users.fullName} end as "confirmedBy", ${studies.id} as "studyId",
    ${labs.name} as "labName", ${studies.patientName} as "patientName", ${studies.accessionNumber} as "accessionNumber",
    ${studies.description} as description, ${studies.modalities} as modalities, ${studies.dueAt} as "dueAt", lost.at as "lostAt",
    case when ${studies.reportedByDoctorId}::text = found.details ->> 'doctorId' and ${studies.reportedAt} > found.at then ${studies.reportedAt} end as "reportedAt"
  from found join ${studies} on ${studies.id} = found.study_id left join ${labs} on ${labs.id} = ${studies.labId}
    left join ${users} on ${users.id} = found.actor_user_id
    left join lateral (
      select min(later.at) as at from study_events later where later.study_id = found.study_id and later.at > found.at
        and (later.event = 'unassigned' and later.details ->> 'doctorId' = found.details ->> 'doctorId'
          or later.event = 'assigned' and later.details -> 'replaced' ? (found.details ->> 'doctorId'))) lost on found.event = 'assigned'
  order by found.at desc, found.id desc`

export async function listDecisions(db: Db, search: DecisionSearch): Promise<DecisionRow[]> {
  const { rows } = await db.execute(selectDecisions(search))
  return z.array(Row).parse(rows)
}
