import type { studyRetentionWays } from '@readroom/contracts/privacy'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../client.ts'
import { sortKeyOf } from '../schema/studies.ts'

/** Finished so long ago (by the expression of the index `studies_reported`), by a report that stands; of patients who are not on hold, and whom nobody writes of. */
const dueFor = (age: SQL): SQL => sql`${sortKeyOf.reportedDate} > '-infinity' and ${sortKeyOf.reportedDate} < now() - ${age}
  and s.tab = 'completed'
  and not exists (select 1 from report_holds h where h.study_id = s.id and h.lease_until > now())
  and not exists (select 1 from report_drafts d where d.study_id = s.id)`
const notHeld = sql`p.hold_reason is null`
const imagesDue = (days: number): SQL =>
  sql`${dueFor(sql`make_interval(days => ${days})`)} and s.images_missing_at is null and s.image_count > 0`
/** Of what is anonymised there is nothing left to remove. */
const studiesDue = (years: number): SQL => sql`${dueFor(sql`make_interval(years => ${years})`)} and s.anonymised_at is null`
const withPatients = sql`studies s join patients p on p.id = s.patient_row_id`

export type RetentionRule =
  | { kind: 'images'; days: number }
  | { kind: 'studies'; years: number; way: (typeof studyRetentionWays)[number] }
const due = (rule: RetentionRule): SQL => (rule.kind === 'images' ? imagesDue(rule.days) : studiesDue(rule.years))

const N = z.object({ n: z.coerce.number(), held: z.coerce.number() })

/** How many studies a rule would take now, and how many it leaves because their patients are on hold. */
export async function countDue(db: Db, rule: RetentionRule): Promise<{ n: number; held: number }> {
  const { rows } =
    await db.execute(sql`select count(*) filter (where ${notHeld}) as n, count(*) filter (where not ${notHeld}) as held
    from ${withPatients} where ${due(rule)}`)
  return N.parse(rows[0])
}

const DueRow = z.object({ id: z.uuid(), patientRowId: z.uuid() })

/** Studies that a rule takes now, locked, in the order of everybody's locks. Those that somebody else has locked are left to the next run. */
export async function lockDue(tx: Tx, rule: RetentionRule, limit: number) {
  const { rows } = await tx.execute(sql`select s.id, s.patient_row_id as "patientRowId" from ${withPatients}
    where ${due(rule)} and ${notHeld} order by s.id limit ${limit} for update of s skip locked`)
  return z.array(DueRow).parse(rows)
}
