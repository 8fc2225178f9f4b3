import type { Db } from '@readroom/db/core/client'
import type { DraftRow } from '@readroom/db/reading/report-drafts'
import { findFinalizedReport } from '@readroom/db/reports/reports'

/** Returns the version of the newest finished report of a study; 0 if there is none. */
export const newestReportOf = async (db: Db, studyId: string): Promise<number> =>
  (await findFinalizedReport(db, studyId))?.version ?? 0

/** Reports whether the study has a finished report that was not there when the draft was begun. */
export const hasReportSince = async (db: Db, { studyId, reportVersion }: DraftRow): Promise<boolean> =>
  reportVersion !== null && (await newestReportOf(db, studyId)) > reportVersion
