import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Role } from '../core/permissions.ts'
import { Id, Instant, paragraph } from '../core/primitives.ts'

export const maxCommentLength = 4_000

/** The number of comments on a page of a discussion, the newest first. */
export const commentsPerPage = 100

/** `question` paused the deadline, and `answer` ended the pause. */
export const commentKinds = ['comment', 'question', 'answer'] as const
export const CommentKind = z.enum(commentKinds)
export type CommentKind = z.infer<typeof CommentKind>

/** A comment on a study. It is text, whatever markup is in it, and is never changed afterwards. */
export const DiscussionComment = z.object({
  _id: Id,
  dateTime: Instant,
  userName: z.string(),
  userRole: Role,
  comment: z.string(),
  kind: CommentKind,
})
export type DiscussionComment = z.infer<typeof DiscussionComment>

const onStudy = {
  path: '/api/studies/:studyId/discussions',
  scope: 'study',
  params: z.object({ studyId: Id }),
  errors: ['STUDY_NOT_FOUND'],
} as const

export const discussionEndpoints = defineEndpoints({
  list: {
    ...onStudy,
    method: 'GET',
    summary: "The newest of a study's comments, or the newest before one of them; oldest first",
    access: 'study.view',
    query: z.strictObject({ before: Id.optional() }),
    response: ok({ discussions: z.array(DiscussionComment), hasEarlier: z.boolean() }),
  },
  add: {
    ...onStudy,
    method: 'POST',
    summary: 'Comment on a study. The author is the caller: userName and userRole of the body are ignored',
    access: 'discussion.write',
    once: true,
    body: z.object({ comment: paragraph(maxCommentLength).min(1) }),
    response: ok(DiscussionComment.shape),
    errors: ['STUDY_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
})
