import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@readroom/db/core/client'
import { mergeSearchEntries } from '@readroom/db/worklist/search-entries'
import { dealStudies } from '@readroom/domain/turnaround/assignment/dealing-tick'
import type pg from 'pg'
import { z } from 'zod'
import { withOpenStudies } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { medianTime, time } from '../core/statistics.ts'

const Waiting = z.coerce.number().int().min(100).default(10_000)
const Rows = z.array(z.object({ id: z.string() }))

/** All studies wait for a doctor, in laboratories whose studies are assigned. The images of the second half are not complete: bare SQL assigns these. */
const makeWaiting = [
  'set session_replication_role = replica',
  'delete from assignments',
  'delete from study_events',
  `update studies set status = 'pending_assignment', doctor_ids = '{}', reported_at = null, reported_by_doctor_id = null,
    due_at = now() + interval '1 minute' * image_count`,
  'update studies set settled_at = null where id in (select id from studies order by id offset (select count(*) / 2 from studies))',
  `insert into assignment_modes (lab_id, mode) select id, 'assign' from labs`,
  'set session_replication_role = origin',
  'vacuum analyze studies',
]

/** The rows that an assignment writes, in transactions of as many as the worker's. */
const bare = [
  `insert into assignments (study_id, doctor_id, priority, dealt_by) values ($1, $2, 'NORMAL', 'assign')`,
  `insert into study_events (study_id, event, from_status, to_status, details)
    values ($1, 'assigned', 'pending_assignment', 'assigned_to_doctor', jsonb_build_object('doctorId', $2::uuid))`,
  `insert into outbox (kind, name, payload) values ('live', 'study.status', jsonb_build_object('studyId', $1::uuid, 'doctorId', $2::uuid))`,
  `insert into audit_log (action, target_type, target_id, details, address)
    values ('assignment.created', 'study', $1::text, jsonb_build_object('doctorId', $2::text), 'local')`,
]
const update = `update studies set status = 'assigned_to_doctor', assigned_at = now(), first_assigned_at = now() where id = $1`
const together = 50

async function assignBare(pool: pg.Pool, studyIds: readonly string[], doctorIds: readonly string[]): Promise<void> {
  for (let start = 0; start < studyIds.length; start += together) {
    await pool.query('begin')
    for (const [index, studyId] of studyIds.slice(start, start + together).entries()) {
      for (const statement of bare) await pool.query(statement, [studyId, doctorIds[(start + index) % doctorIds.length]])
      await pool.query(update, [studyId])
    }
    await pool.query('commit')
  }
}

/** Merges the entries of searches each second while `work` runs, as the worker does. */
async function besideMerging<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const merging = (async () => {
    while (!ending.signal.aborted) {
      await mergeSearchEntries(db)
      await delay(1_000, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  try {
    return await work()
  } finally {
    ending.abort()
    await merging
  }
}

/**
 * Measures the tick of automatic assignment while so many studies wait (10,000 unless another number is named) and 300 doctors read, against bare
 * inserts of as many rows in the same run; and a tick that looks whether another doctor should have one of them. It comes every 15 s.
 */
export async function benchAssign([waiting]: string[]): Promise<Figure[]> {
  const count = Waiting.parse(waiting)
  return withOpenStudies(count * 2, async ({ db, pool }) => {
    for (const statement of makeWaiting) await pool.query(statement)
    const idsOf = async (statement: string) => Rows.parse((await pool.query(statement)).rows).map(({ id }) => id)
    const others = await idsOf('select id from studies where settled_at is null order by id')
    const doctorIds = await idsOf('select id from doctors order by id')
    const floor = await besideMerging(db, () => time(() => assignBare(pool, others, doctorIds)))
    const tick = () => dealStudies(db, 'Europe/Berlin')
    const busy = await besideMerging(db, () => time(tick))
    const assigned = await idsOf(`select study_id as id from study_events where details->'dealt'->'explanation' is not null`)
    const idle = await medianTime(20, tick)
    if (assigned.length !== count) throw new Error(`${assigned.length} studies of ${count} were assigned with an explanation`)
    return [
      { name: `${count} waiting studies assigned with explanations`, value: busy / 1000, unit: ' s', limit: count / 167 },
      { name: `the same beside bare inserts (${(floor / 1000).toFixed(1)} s)`, value: busy / floor, unit: 'x', limit: 4 },
      { name: `tick while the ${count} wait to be read`, value: idle, unit: ' ms', limit: 750 },
    ]
  })
}
