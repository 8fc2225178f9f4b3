import { hl7MessageStates } from '@readroom/contracts/orders/hl7'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce } from '../core/client.ts'
import { hl7Messages } from './hl7.schema.ts'
import { hasStudy } from './order-matches.ts'
import { orders } from './orders.schema.ts'

/** The newest messages that a connection's page tells of. */
export const toldMessages = 1_000
const mostFaults = 10
const mostOrders = 20

const Activity = z.tuple([
  z.object({
    messages: z.int(),
    taken: z.int(),
    since: z.coerce.date().nullable(),
    states: z.array(z.object({ state: z.enum(hl7MessageStates), count: z.int() })),
    fields: z.array(z.object({ field: z.string(), count: z.int() })),
    faults: z.array(z.object({ text: z.string(), count: z.int() })),
    withoutImages: z.int(),
    ordersWithoutImages: z.array(z.object({ id: z.string(), number: z.string(), at: z.coerce.date() })),
    results: z.int(),
    medianMinutes: z.number().nullable(),
    slowMinutes: z.number().nullable(),
  }),
])

/**
 * The newest messages are a range of `hl7_messages_newest`, without their text; everything else is looked up by keys of their orders. So it takes as long with
 * a million messages as with a thousand.
 */
const activity = plannedOnce(
  'hl7_activity',
  sql`with newest as materialized (
    select state, faults, fields, order_ids, received_at from ${hl7Messages} where connection_id = ${sql.placeholder('connectionId')}
    order by id desc limit ${sql.raw(String(toldMessages))}),
  taken as (select fields from newest where state in ('applied', 'waiting')),
  told as materialized (select ${orders.id} as id, ${orders.placerNumber} as number, coalesce(${orders.scheduledAt}, ${orders.createdAt}) as at,
      ${orders.createdAt} as created_at, ${orders.state} in ('ordered', 'ended') and not ${hasStudy} as is_waiting,
      (select min(r.released_at) from order_matches m join reports r on r.study_id = m.study_id and r.status = 'finalized' and r.released_at is not null
        where m.order_id = ${orders.id} and m.ended_at is null) as reported_at
    from ${orders} where ${orders.id} in (select unnest(order_ids) from newest)),
  missing as (select * from told where is_waiting and at < now() - interval '1 day'),
  minutes as (select extract(epoch from reported_at - created_at) / 60 as taken from told where reported_at > created_at)
  select (select count(*)::int from newest) as messages, (select count(*)::int from taken) as taken, (select min(received_at) from newest) as since,
    array(select jsonb_build_object('state', state, 'count', count(*)) from newest group by state order by count(*) desc, state) as states,
    array(select jsonb_build_object('field', field, 'count', count(*)) from taken, unnest(fields) field group by field order by count(*) desc, field) as fields,
    array(select jsonb_build_object('text', fault, 'count', count(*)) from newest, unnest(faults) fault group by fault order by count(*) desc, fault
      limit ${sql.raw(String(mostFaults))}) as faults,
    (select count(*)::int from missing) as "withoutImages",
    array(select jsonb_build_object('id', id, 'number', number, 'at', at) from missing order by at desc limit ${sql.raw(String(mostOrders))}) as "ordersWithoutImages",
    (select count(*)::int from minutes) as results,
    (select percentile_cont(0.5) within group (order by taken) from minutes)::float8 as "medianMinutes",
    (select percentile_cont(0.9) within group (order by taken) from minutes)::float8 as "slowMinutes"`,
)

/**
 * Returns what the newest messages of a connection said and led to: filled fields, faults, orders that found no images a day after their time, and the
 * minutes from an order to its first final report.
 */
export async function readHl7Activity(db: Db, connectionId: string): Promise<z.output<typeof Activity>[0]> {
  const [read] = Activity.parse(await activity(db, { connectionId }))
  return read
}

/** Returns the number of messages of the last day that were refused or whose content was wrong. */
export async function countUnappliedMessages(db: Db): Promise<number> {
  return db.$count(
    hl7Messages,
    sql`${hl7Messages.state} in ('faulty', 'refused', 'failed') and ${hl7Messages.receivedAt} > now() - interval '1 day'`,
  )
}
