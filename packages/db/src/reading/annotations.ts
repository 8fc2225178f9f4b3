import type { Annotations } from '@readroom/contracts/reading/annotations'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { standingReports } from '../reports/reports.schema.ts'
import { draftAnnotations } from './reading.schema.ts'

/** Stores what is drawn on the study's images in place of what was stored before. */
export async function storeDraftAnnotations(
  tx: Tx<'study'>,
  { studyId, ...kept }: { studyId: string; annotations: Annotations; savedBy: string },
): Promise<void> {
  await tx
    .insert(draftAnnotations)
    .values({ studyId, ...kept })
    .onConflictDoUpdate({ target: draftAnnotations.studyId, set: { ...kept, savedAt: sql`now()` } })
}

/** Forgets what was drawn since the last signature on these images, because they are another study's now. */
export async function dropAnnotationsOf(tx: Tx<'study'>, studyId: string, sopInstanceUids: readonly string[]): Promise<void> {
  const [kept] = await tx.select().from(draftAnnotations).where(eq(draftAnnotations.studyId, studyId)).for('update')
  if (!kept) return
  const annotations = kept.annotations.filter(({ sopInstanceUid }) => !sopInstanceUids.includes(sopInstanceUid))
  await tx.update(draftAnnotations).set({ annotations }).where(eq(draftAnnotations.studyId, studyId))
}

/** Forgets what was drawn since the last signature. */
export async function deleteDraftAnnotations(tx: Tx, studyId: string): Promise<void> {
  await tx.delete(draftAnnotations).where(eq(draftAnnotations.studyId, studyId))
}

/** Returns what is drawn on the study's images now: what was kept since the last signature, or else what the newest standing report has. */
export async function listAnnotations(db: Db, studyId: string): Promise<Annotations> {
  const [kept] = await db.select().from(draftAnnotations).where(eq(draftAnnotations.studyId, studyId))
  if (kept) return kept.annotations
  const [signed] = await db
    .select({ snapshot: reportVersions.snapshot })
    .from(reportVersions)
    .innerJoin(standingReports, eq(standingReports.versionId, reportVersions.id))
    .where(eq(reportVersions.studyId, studyId))
    .orderBy(desc(reportVersions.number))
    .limit(1)
  return signed?.snapshot.annotations ?? []
}
