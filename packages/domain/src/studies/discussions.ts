import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { type CommentRecord, insertComment } from '@readroom/db/studies/discussions/discussions'
import { emitChanged } from '../core/outbox.ts'
import { lockVisibleStudy } from './studies.ts'

/** Comments on a study. Worklists hear of it; the audit log says who commented, not what. Throws STUDY_NOT_FOUND. */
export async function addComment(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, comment: text }: { studyId: string; comment: string },
): Promise<CommentRecord> {
  const [tx] = await lockVisibleStudy(begun, actor, studyId)
  const comment = await insertComment(tx, { studyId, authorId: actor.userId, comment: text, kind: 'comment' })
  await emitChanged(tx, studyId)
  const target = { type: 'study', id: studyId }
  await audit(tx, actor, { action: 'discussion.commented', target, details: { commentId: comment.id } })
  return { comment, author: actor }
}
