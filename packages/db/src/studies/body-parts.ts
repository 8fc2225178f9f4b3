import { sql } from 'drizzle-orm'
import type { Tx } from '../core/client.ts'
import { series, studies } from './studies.schema.ts'

const ofSeries = sql`(select coalesce(string_agg(distinct body_part, ' ' order by body_part), '') from ${series} where study_id = ${studies.id})`

/** Writes the body parts of a study's series where searches look for them. */
export async function gatherBodyParts(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.execute(sql`update ${studies} set body_parts = ${ofSeries} where id = ${studyId} and body_parts <> ${ofSeries}`)
}
