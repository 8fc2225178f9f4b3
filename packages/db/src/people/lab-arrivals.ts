import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { intakeFailures } from '../studies/intake/intake-failures.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/** Returns when the laboratory's newest study arrived, and its images so far; null if there is none. */
export async function findLastStudy(db: Db, labId: string) {
  const { id, studyInstanceUid, receivedAt, lastImageAt, imageCount } = studies
  const [row] = await db
    .select({ id, studyInstanceUid, receivedAt, lastImageAt, images: imageCount })
    .from(studies)
    .where(eq(studies.labId, labId))
    .orderBy(desc(receivedAt), desc(id))
    .limit(1)
  return row ?? null
}

const Titles = z.array(z.object({ aeTitle: z.string() }))

/** Lists AE titles of the last day that no laboratory has: of studies without a laboratory, and of studies that were set aside. */
export async function listUnknownAeTitles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select distinct "aeTitle" from (
      select ${studies.callingAeTitle} as "aeTitle" from ${studies}
        where ${studies.labId} is null and ${studies.receivedAt} > now() - interval '1 day'
      union all
      select ${intakeFailures.unknownAeTitle} from ${intakeFailures} where not ${intakeFailures.isAccepted}
    ) t
    where "aeTitle" is not null and not exists (select 1 from lab_ae_titles l where l.ae_title = upper("aeTitle"))
    order by "aeTitle" limit ${limit}`)
  return Titles.parse(rows).map(({ aeTitle }) => aeTitle)
}
