import type { Tx } from '@readroom/db/core/client'
import { listNoticeReceivers } from '@readroom/db/studies/study-notices'
import { type StudyNotice, studyNotices } from '@readroom/jobs/jobs'
import { emitJob } from '../core/outbox.ts'

/** Queues an email about a study to each of its receivers. `id`: what it is about, if that is not the study itself. */
export async function emitStudyNotice(
  tx: Tx,
  notice: StudyNotice,
  { studyId, id = studyId }: { studyId: string; id?: string },
): Promise<void> {
  for (const { to } of await listNoticeReceivers(tx, studyNotices[notice], studyId))
    await emitJob(tx, 'study-notice.send', { notice, id, to })
}
