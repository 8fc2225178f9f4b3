import { AppError } from '@readroom/contracts/core/errors'
import { commentsPerPage, type DiscussionComment, discussionEndpoints } from '@readroom/contracts/studies/discussions'
import { type CommentRecord, listComments } from '@readroom/db/studies/discussions/discussions'
import { findStudy } from '@readroom/db/studies/studies'
import { addComment } from '@readroom/domain/studies/discussions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

const toComment = ({ comment, author }: CommentRecord): DiscussionComment => ({
  _id: comment.id,
  dateTime: comment.createdAt.toISOString(),
  userName: author.fullName,
  userRole: author.role,
  comment: comment.comment,
  kind: comment.kind,
})

export function discussionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  /** Returns a page of comments, oldest first, and whether earlier ones exist. */
  mount(app, context, discussionEndpoints.list, async ({ actor, params: { studyId }, query }) => {
    if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
    const found = await listComments(db, studyId, { before: query.before, limit: commentsPerPage + 1 })
    const shown = found.slice(0, commentsPerPage).reverse()
    return { discussions: shown.map(toComment), hasEarlier: found.length > commentsPerPage }
  })
  mountOnce(app, context, discussionEndpoints.add, async (tx, { actor, params, body }) =>
    toComment(await addComment(tx, actor, { ...params, ...body })),
  )
}
