import type { studyRetentionWays } from '@readroom/contracts/privacy/study-retention'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { type Before, type Locked, type Taken, taken } from '../core/locks.ts'

export type RetentionRule =
  | { kind: 'images'; days: number }
  | { kind: 'studies'; years: number; way: (typeof studyRetentionWays)[number] }

/**
 * Matches the studies that a rule removes: finished long enough ago, by a report that stands, with something left to remove. Reads the index
 * `studies_retention` alone.
 */
function isDue(rule: RetentionRule): SQL {
  const age = rule.kind === 'images' ? sql`make_interval(days => ${rule.days})` : sql`make_interval(years => ${rule.years})`
  const left = rule.kind === 'images' ? sql`s.images_missing_at is null and s.image_count > 0` : sql`true`
  return sql`s.reported_at < now() - ${age} and s.tab = 'completed' and s.anonymised_at is null and ${left}`
}

/** Studies that somebody writes of. */
const written = sql`select study_id from report_holds where lease_until > now() union select study_id from report_drafts`
const held = sql`select id from patients where hold_reason is not null`

const N = z.object({ n: z.coerce.number(), held: z.coerce.number() })

/**
 * Counts the studies that a rule would remove now, and those that it leaves because their patients are on hold. All that are due are counted in the
 * index, and the few that stay are looked up and subtracted: `pnpm bench audit`.
 */
export async function countDue(db: Db, rule: RetentionRule): Promise<{ n: number; held: number }> {
  const due = isDue(rule)
  const { rows } = await db.execute(sql`
    with written as materialized (${written}),
      stay as (select s.id from studies s where ${due} and s.id in (select study_id from written)),
      held as (select s.id from studies s where ${due} and s.patient_row_id in (${held}) and s.id not in (select study_id from written))
    select (select count(*) from studies s where ${due}) - (select count(*) from stay) - (select count(*) from held) as n,
      (select count(*) from held) as held`)
  return N.parse(rows[0])
}

const DueRow = z.object({ id: z.uuid(), patientRowId: z.uuid() })
type DueRow = z.infer<typeof DueRow>

/**
 * Studies that a rule takes now, locked with their patients. Those that somebody else has locked are left to the
 * next run. Once nobody can set a hold or begin to write any more it is asked again who has: that may have come since the studies were looked for.
 */
export async function lockDue<T extends Before<'study'>>(
  tx: T,
  rule: RetentionRule,
  limit: number,
): Promise<Taken<Locked<T, 'study'>, 'patient', DueRow[]>> {
  const stays = sql`s.patient_row_id in (${held}) or s.id in (${written})`
  const { rows } = await tx.execute(sql`select s.id, s.patient_row_id as "patientRowId" from studies s
    where ${isDue(rule)} and not (${stays}) order by s.id limit ${limit} for update of s skip locked`)
  const [withStudies, found] = taken(tx, 'study', z.array(DueRow).parse(rows))
  const [ids, patientRowIds] = [found.map(({ id }) => id), found.map(({ patientRowId }) => patientRowId)]
  await tx.execute(sql`select from patients where id = any(${sql.param(patientRowIds)}::uuid[]) order by id for update`)
  const staying = await tx.execute(sql`select s.id from studies s where s.id = any(${sql.param(ids)}::uuid[]) and (${stays})`)
  const left = new Set(
    z
      .array(z.object({ id: z.uuid() }))
      .parse(staying.rows)
      .map(({ id }) => id),
  )
  return taken(
    withStudies,
    'patient',
    found.filter(({ id }) => !left.has(id)),
  )
}
