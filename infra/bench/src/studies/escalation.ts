import { tellEscalations } from '@readroom/domain/studies/escalations/escalations'
import { jobs } from '@readroom/jobs/jobs'
import { z } from 'zod'
import { withOpenStudies } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { medianTime, quantile, time } from '../core/statistics.ts'

const Size = z.coerce.number().int().min(10_000).default(100_000)

const tickMs = jobs['escalations.tell'].everyMs
/** Each study has three steps at most, and is open for a day: so many are due at each tick. */
const dueAtOnce = (studies: number) => Math.ceil((studies * 3 * tickMs) / 86_400_000)
const rounds = 20

/** Opens all studies, each with a step in the coming days, without the sums that lists keep. */
const openAll = [
  'set session_replication_role = replica',
  `update studies set status = 'assigned_to_doctor', reported_at = null, reported_by_doctor_id = null,
    ready_at = now() - interval '20 hours', warn_at = now() + interval '1 hour', due_at = now() + interval '4 hours',
    escalate_at = now() + interval '1 hour' + interval '1 day' * (image_count / 400.0)`,
  'set session_replication_role = origin',
  'vacuum analyze studies',
]

/** The next so many studies become at risk. */
const makeDue = (
  count: number,
) => `update studies set warn_at = now() - interval '1 second', escalate_at = now() - interval '1 second'
  where id in (select id from studies where escalated_steps = '{}' and escalate_at > now() order by id limit ${count})`

const bare = [
  'select id from studies where escalate_at is not null and reported_at is null and escalate_at <= now() order by escalate_at limit 100',
  'select id from escalations where mail_at <= now() order by mail_at limit 2000',
]

/** Measures the tick of the escalation while so many studies are open (100,000 unless another number is named), against bare SQL in the same run. */
export async function benchEscalation([size]: string[]): Promise<Figure[]> {
  const studies = Size.parse(size)
  return withOpenStudies(studies, async ({ db, pool }) => {
    for (const statement of openAll) await pool.query(statement)
    const tick = () => tellEscalations(db, { isOn: true, zone: 'Europe/Berlin' })
    const idle = await medianTime(rounds, tick)
    const floor = await medianTime(rounds, async () => {
      for (const statement of bare) await pool.query(statement)
    })
    const busy: number[] = []
    for (let round = 0; round < rounds; round++) {
      await pool.query(makeDue(dueAtOnce(studies)))
      busy.push(await time(tick))
    }
    const share = (ms: number) => (ms / tickMs) * 100
    const open = `${studies} open studies`
    return [
      {
        name: `tick at ${open}, none due: ${idle.toFixed(1)} ms beside bare SQL ${floor.toFixed(1)} ms, share of a core`,
        value: share(idle),
        unit: ' %',
        limit: 1,
      },
      {
        name: `tick at ${open}, ${dueAtOnce(studies)} due, share of a core`,
        value: share(quantile(busy, 0.5)),
        unit: ' %',
        limit: 5,
      },
    ]
  })
}
