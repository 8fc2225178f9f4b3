import { chainOldUploads } from '@readroom/domain/reports/report-chain'
import type { JobsContext } from '../core/jobs/context.ts'

/** Puts uploaded reports into their studies' chains that version 0.2.0 or earlier stored. */
export async function chainReports({ database, log }: Pick<JobsContext, 'database' | 'log'>): Promise<void> {
  const studies = await chainOldUploads(database.db)
  if (studies > 0) log.info({ studies }, 'old uploads are in their chains')
}
