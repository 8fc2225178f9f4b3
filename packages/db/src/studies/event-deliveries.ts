import type { StudyNoticeKind } from '@readroom/contracts/reports/results'
import { sql } from 'drizzle-orm'
import type { Tx } from '../core/client.ts'

/**
 * Queues an event of a study for the webhooks of its laboratory that want it. They are told once that it came, when it has settled. If it had moved to
 * another laboratory before they were told, they are told when it is back.
 */
export async function insertStudyDeliveries(tx: Tx<'study'>, studyId: string, kind: StudyNoticeKind): Promise<void> {
  await tx.execute(sql`insert into result_deliveries (destination_id, study_id, kind, control_id)
    select d.id, s.id, ${kind}::text, left(replace(gen_random_uuid()::text, '-', ''), 20)
    from studies s
    join result_destinations d on d.lab_id = s.lab_id and wants_events(d, 'studies')
    where s.id = ${studyId} and (${kind}::text <> 'study_received' or s.settled_at is not null
      and not exists (select 1 from result_deliveries e where e.destination_id = d.id and e.study_id = s.id
        and e.kind = 'study_received' and e.answer is distinct from 'moved'))
    order by d.id`)
}

/** Queues the states of a study's orders for the webhooks that want them and were told of another state last. */
export async function insertDeliveriesOfOrders(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.execute(sql`select queue_order_event(m.order_id, false)
    from (select order_id from order_matches where study_id = ${studyId} and ended_at is null order by order_id) m`)
}
