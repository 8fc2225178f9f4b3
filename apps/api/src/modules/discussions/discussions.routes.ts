import { commentsPerPage, type DiscussionComment, discussionEndpoints } from '@readroom/contracts/discussions'
import { AppError } from '@readroom/contracts/errors'
import { type CommentRecord, listComments } from '@readroom/db/queries/discussions'
import { findStudy } from '@readroom/db/queries/studies'
import { addComment } from '@readroom/domain/discussions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

const toComment = ({ comment, author }: CommentRecord): DiscussionComment => ({
  _id: comment.id,
  dateTime: comment.createdAt.toISOString(),
  userName: author.fullName,
  userRole: author.role,
  comment: comment.comment,
})

export function discussionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  /** A page of comments, oldest first, and whether there are any before it. */
  mount(app, context, discussionEndpoints.list, async ({ actor, params: { studyId }, query }) => {
    if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
    const found = await listComments(db, studyId, { before: query.before, limit: commentsPerPage + 1 })
    const shown = found.slice(0, commentsPerPage).reverse()
    return { discussions: shown.map(toComment), hasEarlier: found.length > commentsPerPage }
  })
  mount(app, context, discussionEndpoints.add, async ({ actor, params, body }) =>
    toComment(await db.transaction((tx) => addComment(tx, actor, { ...params, ...body }))),
  )
}
