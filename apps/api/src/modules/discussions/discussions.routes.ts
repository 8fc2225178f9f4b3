import { type DiscussionComment, discussionEndpoints } from '@readroom/contracts/discussions'
import type { CommentRecord } from '@readroom/db/queries/discussions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { createDiscussionService } from './discussions.service.ts'

const toComment = ({ comment, author }: CommentRecord): DiscussionComment => ({
  _id: comment.id,
  dateTime: comment.createdAt.toISOString(),
  userName: author.fullName,
  userRole: author.role,
  comment: comment.comment,
})

export function discussionRoutes(app: FastifyInstance, context: Context): void {
  const service = createDiscussionService(context)

  mount(app, context, discussionEndpoints.list, async ({ actor, params, query }) => {
    const { comments, hasEarlier } = await service.list(actor, params.studyId, query.before)
    return { discussions: comments.map(toComment), hasEarlier }
  })
  mount(app, context, discussionEndpoints.add, async ({ actor, params, body }) =>
    toComment(await service.add(actor, params.studyId, body.comment)),
  )
}
