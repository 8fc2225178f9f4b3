import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../core/client.ts'
import { uuids } from '../../core/columns.ts'
import { labAeTitles } from '../../people/labs.schema.ts'
import { unknownSenders } from '../series.schema.ts'
import { studies } from '../studies.schema.ts'
import { studyEventLog } from '../study-events.schema.ts'

/** Keeps those of these AE titles of a study's images that no laboratory has. */
export async function keepUnknownSenders(tx: Tx<'study'>, studyId: string, aeTitles: readonly string[]): Promise<void> {
  if (aeTitles.length === 0) return
  await tx.execute(sql`insert into unknown_senders (study_id, ae_title)
    select ${studyId}, title from unnest(${sql.param([...aeTitles])}::text[]) title
    where not exists (select 1 from lab_ae_titles known where known.ae_title = title)
    on conflict do nothing`)
}

/** Returns the studies with images under an AE title that no laboratory had when they came. */
export async function listStudiesOfUnknownSender(db: Db, aeTitle: string): Promise<string[]> {
  const rows = await db
    .select({ studyId: unknownSenders.studyId })
    .from(unknownSenders)
    .where(eq(unknownSenders.aeTitle, sql`upper(${aeTitle})`))
  return rows.map(({ studyId }) => studyId)
}

/** Was shown to administrators as a laboratory that claims the study. */
const wasShown: SQL = sql`exists (select 1 from ${studyEventLog} where ${studyEventLog.studyId} = ${studies.id}
  and ${studyEventLog.event} = 'lab_conflict' and ${studyEventLog.details} -> 'labIds' ? ${labAeTitles.labId}::text)`

/** Returns studies of a laboratory among these, each with another laboratory that has got the AE title of some of its images since they came. */
export async function listLateClaims(db: Db, studyIds: readonly string[]) {
  return db
    .selectDistinctOn([studies.id], { study: studies, labId: labAeTitles.labId })
    .from(studies)
    .innerJoin(unknownSenders, eq(unknownSenders.studyId, studies.id))
    .innerJoin(labAeTitles, and(eq(labAeTitles.aeTitle, unknownSenders.aeTitle), ne(labAeTitles.labId, studies.labId)))
    .where(and(inArray(studies.id, [...studyIds]), isNotNull(studies.labId), isNull(studies.labConflictAt), sql`not ${wasShown}`))
    .orderBy(studies.id)
}

/** Forgets the AE titles that a laboratory has by now. Those of studies without a decision stay: their laboratory may become known later. */
export async function forgetKnownSenders(tx: Tx<'study'>, studyIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from unknown_senders u using lab_ae_titles known, studies s
    where u.study_id = any(${uuids(studyIds)}) and known.ae_title = u.ae_title
      and s.id = u.study_id and (s.lab_id is not null or s.lab_conflict_at is not null)`)
}
