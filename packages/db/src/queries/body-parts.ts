import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../client.ts'
import { series, studies } from '../schema/studies.ts'

const ofSeries = sql`(select coalesce(string_agg(distinct body_part, ' ' order by body_part), '') from ${series} where study_id = ${studies.id})`

const gather = (which: SQL) => sql`update ${studies} set body_parts = ${ofSeries} where ${which}`

/** Writes the body parts of a study's series where searches look for them. The study is locked. */
export async function gatherBodyParts(tx: Tx, studyId: string): Promise<void> {
  await tx.execute(gather(sql`id = ${studyId} and body_parts is distinct from ${ofSeries}`))
}

/** The same for so many of those that came before searches looked there, but for what somebody else works on. Answers how many. */
export async function gatherDueBodyParts(db: Db, limit: number): Promise<number> {
  const due = sql`select id from ${studies} where body_parts is null order by id limit ${limit} for no key update skip locked`
  const { rowCount } = await db.execute(gather(sql`id in (${due})`))
  return rowCount ?? 0
}
