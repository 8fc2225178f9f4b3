import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'

const Count = z.coerce.number()
const State = z.tuple([
  z.object({
    outboxRows: Count,
    outboxAge: Count,
    intakeFailures: Count,
    intakeWaiting: Count,
    deadLetters: Count,
    refusals: Count,
    sessions: Count,
    cursor: Count,
    zips: z.record(z.string(), z.number()),
  }),
])
export type SystemState = z.infer<typeof State>[0]

/**
 * Returns counts of everything that waits or failed. `outboxAge` is the age of the oldest row, in seconds. `intakeWaiting`: studies that wait for an
 * administrator, because nobody registered their AE title.
 */
export async function readSystemState(db: Db): Promise<SystemState> {
  const { rows } = await db.execute(sql`
    select o.n as "outboxRows", o.age as "outboxAge", f.failed as "intakeFailures", f.waiting as "intakeWaiting",
      (select count(*) from dead_letters) as "deadLetters",
      (select count(*) from refusals) as refusals,
      (select count(*) from sessions where revoked_at is null and expires_at > now()) as sessions,
      coalesce((select last from intake_cursor limit 1), 0) as cursor,
      (select coalesce(jsonb_object_agg(state, n), '{}') from (select state, count(*) as n from zips group by state) z) as zips
    from
      (select count(*) as n, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as age from outbox) o,
      (select count(*) filter (where unknown_ae_title is null) as failed,
         count(*) filter (where unknown_ae_title is not null and not is_accepted) as waiting from intake_failures) f`)
  return State.parse(rows)[0]
}
