import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'

const LabRows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    studies: z.coerce.number(),
    images: z.coerce.number(),
    /** Seconds. */
    lag: z.coerce.number().nullable(),
    lastImageAt: z.coerce.date().nullable(),
  }),
)

/**
 * Lists active laboratories with the studies and images that arrived since the day began in the zone, the 90th percentile of their lag from the first
 * image's arrival in the archive, and the newest study's last image. The longest lag comes first, then the name.
 */
export async function listLabIntake(db: Db, zone: string): Promise<z.infer<typeof LabRows>> {
  const { rows } = await db.execute(sql`
    select l.id, l.name, today.studies, today.images, today.lag, newest.last_image_at as "lastImageAt"
    from labs l
    cross join lateral (
      select count(*) as studies, coalesce(sum(s.image_count), 0) as images,
        percentile_disc(0.9) within group (order by greatest(0, extract(epoch from e.at - (e.details->>'arrivedAt')::timestamptz))) as lag
      from studies s left join study_events e on e.study_id = s.id and e.event = 'received'
      where s.lab_id = l.id and s.received_at >= date_trunc('day', now() at time zone ${zone}) at time zone ${zone}
    ) today
    left join lateral (
      select s.last_image_at from studies s where s.lab_id = l.id order by s.received_at desc, s.id desc limit 1
    ) newest on true
    where l.is_active
    order by today.lag desc nulls last, lower(l.name), l.id`)
  return LabRows.parse(rows)
}

const Hours = z.array(z.object({ at: z.coerce.date(), studies: z.coerce.number() }))

/** Counts the studies that arrived in each of the last 24 hours, the oldest hour first. */
export async function countArrivals(db: Db): Promise<z.infer<typeof Hours>> {
  const { rows } = await db.execute(sql`
    select h.at, count(s.id) as studies
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
    left join studies s on s.received_at >= h.at and s.received_at < h.at + interval '1 hour'
    group by h.at order by h.at`)
  return Hours.parse(rows)
}

const Rate = z.tuple([z.object({ recent: z.coerce.number(), days: z.coerce.number(), all: z.coerce.number() })])

/** Returns the studies that arrived in the last 30 days, the days since the first of them, at least one, and the number of all studies. */
export async function readArrivalRate(db: Db): Promise<z.infer<typeof Rate>[0]> {
  const { rows } = await db.execute(sql`
    select count(*) as recent, greatest(1, coalesce(extract(epoch from now() - min(received_at)) / 86400, 1)) as days,
      (select coalesce(sum(n), 0) from study_totals where owner = '00000000-0000-0000-0000-000000000000') as all
    from studies where received_at > now() - interval '30 days'`)
  return Rate.parse(rows)[0]
}
