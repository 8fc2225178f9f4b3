import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { type CommentRecord, insertComment } from '@readroom/db/queries/discussions'
import { emitChanged } from './outbox.ts'
import { lockVisibleStudy } from './studies.ts'

/** Comments on a study. Worklists hear of it; the audit log says who commented, not what. Throws STUDY_NOT_FOUND. */
export async function addComment(
  tx: Tx,
  actor: Actor,
  { studyId, comment: text }: { studyId: string; comment: string },
): Promise<CommentRecord> {
  await lockVisibleStudy(tx, actor, studyId)
  const comment = await insertComment(tx, { studyId, authorId: actor.userId, comment: text })
  await emitChanged(tx, studyId)
  const target = { type: 'study', id: studyId }
  await audit(tx, actor, { action: 'discussion.commented', target, details: { commentId: comment.id } })
  return { comment, author: actor }
}
