import type { Tx } from '@readroom/db/core/client'
import { findNoticeReceiver } from '@readroom/db/studies/study-notices'
import type { StudyNotice } from '@readroom/jobs/jobs'
import { emitJob } from '../core/outbox.ts'

/** Queues an email about a study to its laboratory, if that has an address. `id`: what it is about, if that is not the study itself. */
export async function emitStudyNotice(
  tx: Tx,
  notice: StudyNotice,
  { studyId, id = studyId }: { studyId: string; id?: string },
): Promise<void> {
  if (await findNoticeReceiver(tx, studyId)) await emitJob(tx, 'study-notice.send', { notice, id })
}
