import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { Role } from './permissions.ts'
import { Id, Instant, paragraph } from './primitives.ts'

export const maxCommentLength = 4_000

/** A discussion is read in pages of so many comments, the newest first. */
export const commentsPerPage = 100

/** What somebody said about a study. It is text, whatever markup is in it, and is never changed afterwards. */
export const DiscussionComment = z.object({
  _id: Id,
  dateTime: Instant,
  userName: z.string(),
  userRole: Role,
  comment: z.string(),
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
    body: z.object({ comment: paragraph(maxCommentLength).min(1) }),
    response: ok(DiscussionComment.shape),
  },
})
