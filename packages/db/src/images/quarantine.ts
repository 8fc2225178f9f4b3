import { and, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { studies } from '../studies/studies.schema.ts'
import { drawingFailures } from './quarantine.schema.ts'

/** Images that are remembered at most; the newest stay. */
const most = 10_000

const { image, checksum, studyId, lastAt } = drawingFailures
const yesterday = sql`now() - interval '1 day'`

/** Returns the checksums of the images that are not decoded at the moment, by Orthanc's ids. */
export async function listQuarantined(db: Db): Promise<Map<string, string | null>> {
  const isNow = and(gt(lastAt, yesterday), isNotNull(studyId))
  const rows = await db.select({ image, checksum }).from(drawingFailures).where(isNow).orderBy(desc(lastAt)).limit(most)
  return new Map(rows.map((row) => [row.image, row.checksum]))
}

type Quarantined = { image: string; studyId: string; checksum: string | null }

/** Puts an image into quarantine for a day. */
export async function quarantine(db: Db, found: Quarantined): Promise<void> {
  await db.delete(drawingFailures).where(lt(lastAt, yesterday))
  const set = { studyId: found.studyId, checksum: found.checksum, lastAt: sql`now()` }
  await db.insert(drawingFailures).values(found).onConflictDoUpdate({ target: image, set })
}

/** Takes an image out of quarantine, unless another file of it has come there meanwhile. */
export async function releaseFromQuarantine(db: Db, known: Pick<Quarantined, 'image'> & { checksum: string }): Promise<void> {
  await db.delete(drawingFailures).where(and(eq(image, known.image), eq(checksum, known.checksum)))
}

/** Returns the studies with images in quarantine, the newest first. */
export async function listStudiesInQuarantine(db: Db, limit: number) {
  const { id, patientName, patientId } = studies
  const images = sql<string[]>`array_agg(${image} order by ${image})`
  return db
    .select({ id, patientName, patientId, since: sql<Date>`min(${lastAt})`.mapWith(lastAt), images })
    .from(drawingFailures)
    .innerJoin(studies, eq(studies.id, studyId))
    .where(gt(lastAt, yesterday))
    .groupBy(id)
    .orderBy(desc(sql`min(${lastAt})`))
    .limit(limit)
}

/** Returns the number of studies with images in quarantine. */
export async function countStudiesInQuarantine(db: Db): Promise<number> {
  const quarantined = db
    .selectDistinct({ studyId })
    .from(drawingFailures)
    .where(and(gt(lastAt, yesterday), isNotNull(studyId)))
  return db.$count(quarantined.as('quarantined'))
}
