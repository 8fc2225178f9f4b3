import { commentsPerPage } from '@readroom/contracts/discussions'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { emitLive } from '@readroom/db/outbox'
import { type CommentRecord, insertComment, listComments } from '@readroom/db/queries/discussions'
import { findStudy, lockStudy } from '@readroom/db/queries/studies'
import type { Context } from '../../context.ts'

export function createDiscussionService({ db }: Pick<Context, 'db'>) {
  return {
    /** A page of comments, oldest first, and whether there are any before it. */
    async list(actor: Actor, studyId: string, before: string | undefined) {
      if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
      const found = await listComments(db, studyId, { before, limit: commentsPerPage + 1 })
      return { comments: found.slice(0, commentsPerPage).reverse(), hasEarlier: found.length > commentsPerPage }
    },

    /** Worklists hear of it. The audit log says who commented, not what. */
    async add(actor: Actor, studyId: string, text: string): Promise<CommentRecord> {
      return db.transaction(async (tx) => {
        if (!(await lockStudy(tx, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
        const comment = await insertComment(tx, { studyId, authorId: actor.userId, comment: text })
        await emitLive(tx, { type: 'study.changed', studyId, formerDoctorIds: [] })
        await audit(tx, actor, {
          action: 'discussion.commented',
          target: { type: 'study', id: studyId },
          details: { commentId: comment.id },
        })
        return { comment, author: actor }
      })
    },
  }
}
