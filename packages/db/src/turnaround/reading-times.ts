import { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../core/client.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { readingTimes } from './reading-times.schema.ts'

const ReadingTime = z.object({
  modality: z.string(),
  /** All regions of the studies. Empty: not known. Null: whatever the regions. */
  bodyRegions: z.array(BodyRegion).nullable(),
  /** Null: of all doctors together. */
  doctorId: z.string().nullable(),
  learntMinutes: z.int().nullable(),
  readings: z.int(),
  setMinutes: z.int().nullable(),
})
/** The expected minutes of studies of a modality and regions. */
export type ReadingTime = z.infer<typeof ReadingTime>

/** Returns what was learnt and set, for all doctors together and for each. */
export async function listReadingTimes(db: Db): Promise<ReadingTime[]> {
  const rows = await db.select().from(readingTimes).orderBy(readingTimes.modality, readingTimes.bodyRegions)
  return z.array(ReadingTime).parse(rows)
}

type Place = Pick<ReadingTime, 'modality' | 'bodyRegions'>

/** Sets the minutes for all doctors. Null: what was learnt counts again. */
export async function setMinutes(tx: Tx, { modality, bodyRegions }: Place, minutes: number | null): Promise<void> {
  await tx
    .insert(readingTimes)
    .values({ modality, bodyRegions, setMinutes: minutes })
    .onConflictDoUpdate({
      target: [readingTimes.modality, readingTimes.bodyRegions, readingTimes.doctorId],
      set: { setMinutes: minutes },
    })
}

/** Replaces what was learnt. What administrators set stays. */
export async function replaceLearnt(tx: Tx, learnt: readonly Omit<ReadingTime, 'setMinutes'>[]): Promise<void> {
  await tx.update(readingTimes).set({ learntMinutes: null, readings: 0 })
  if (learnt.length > 0)
    await tx
      .insert(readingTimes)
      .values([...learnt])
      .onConflictDoUpdate({
        target: [readingTimes.modality, readingTimes.bodyRegions, readingTimes.doctorId],
        set: { learntMinutes: sql`excluded.learnt_minutes`, readings: sql`excluded.readings` },
      })
  await tx.delete(readingTimes).where(sql`${readingTimes.learntMinutes} is null and ${readingTimes.setMinutes} is null`)
}

const Reading = z.object({
  doctorId: z.string(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
  minutes: z.number(),
})
export type Reading = z.infer<typeof Reading>

/**
 * Returns how long the newest readings of the last days took, in minutes: from the signer's first opening after their signature before it, or from that
 * signature if the study was open already. Those of more than `longest` minutes were left alone in between.
 */
export async function listReadings(
  db: Db,
  { days, longest, limit }: { days: number; longest: number; limit: number },
): Promise<Reading[]> {
  const { rows } = await db.execute(sql`
    with signed as (
      select ${reportVersions.studyId} as study_id, ${reportVersions.doctorId} as doctor_id, ${reportVersions.signedBy} as signed_by,
        ${reportVersions.kind} as kind, ${reportVersions.signedAt} as signed_at,
        lag(${reportVersions.signedAt}) over (partition by ${reportVersions.signedBy} order by ${reportVersions.signedAt}) as former_at
      from ${reportVersions} where ${reportVersions.signedAt} > now() - make_interval(days => ${days}::int)),
    read as (
      select signed.*, extract(epoch from signed_at - coalesce(opened.after_former, former_at))::float8 / 60 as minutes
      from signed cross join lateral (
        select count(*) as times, min(e.at) filter (where e.at >= coalesce(former_at, '-infinity')) as after_former
        from study_events e where e.study_id = signed.study_id and e.event = 'opened' and e.actor_user_id = signed.signed_by and e.at < signed.signed_at) opened
      where kind = 'original' and opened.times > 0)
    select doctor_id as "doctorId", ${studies.modalities} as modalities, ${studies.bodyParts} as "bodyParts", ${studies.description} as description, minutes
    from read join ${studies} on ${studies.id} = read.study_id
    where minutes between 0 and ${longest}
    order by signed_at desc limit ${limit}`)
  return z.array(Reading).parse(rows)
}
