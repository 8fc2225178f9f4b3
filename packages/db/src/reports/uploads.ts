import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { isUnchained, reports } from './reports.schema.ts'
import type { ReportRow } from './reports.ts'

/** Everything that was uploaded as a report of a study, oldest first; withdrawn and deleted files included. */
export async function listUploads(db: Db, studyId: string): Promise<ReportRow[]> {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.studyId, studyId), isNull(reports.versionId)))
    .orderBy(asc(reports.version))
}

/** Returns studies with uploads that are not in their chain, at most `limit`. */
export async function listUnchainedStudies(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectDistinct({ studyId: reports.studyId }).from(reports).where(isUnchained(reports)).limit(limit)
  return rows.map(({ studyId }) => studyId)
}

/** The link of an upload. Its subject has got its salt. */
export type UploadLink = Pick<ReportRow, 'prevHash' | 'hash' | 'subject' | 'subjectHash'>

/** Puts an upload into its study's chain. The database refuses to change it from then on. */
export async function storeLink(
  tx: Tx<'study'>,
  reportId: string,
  { prevHash, hash, subject, subjectHash }: UploadLink,
): Promise<void> {
  await tx.update(reports).set({ prevHash, hash, subject, subjectHash }).where(eq(reports.id, reportId))
}
