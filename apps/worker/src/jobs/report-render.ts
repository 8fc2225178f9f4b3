import type { JobPayload } from '@readroom/jobs/jobs'
import type { JobsContext } from './context.ts'

/** Makes the documents of a signed report. */
export async function renderReport({ log }: JobsContext, { versionId }: JobPayload<'report.render'>): Promise<void> {
  log.info({ versionId }, 'report to be made')
}
