import type { Db } from '../client.ts'
import { series } from '../schema/studies.ts'
export type SeriesRow = typeof series.$inferSelect
/** A study's series in the order of their numbers; those without one come last. */
export declare function listSeries(db: Db, studyId: string): Promise<SeriesRow[]>
/** The archive's ids of a study's series of this UID. */
export declare function findSeriesIds(db: Db, studyId: string, seriesInstanceUid: string): Promise<string[]>
/** Whether the study has a series of this id in the archive. */
export declare function hasSeries(db: Db, studyId: string, orthancId: string): Promise<boolean>
