import type { Db } from '../client.ts'
import { users } from '../schema/accounts.ts'
import { studyDiscussions } from '../schema/discussions.ts'

type Comment = typeof studyDiscussions.$inferSelect
export type CommentRecord = {
  comment: Comment
  author: Pick<typeof users.$inferSelect, 'fullName' | 'role'>
}
/** The newest of a study's comments, or the newest before one of them, with their authors; newest first. */
export declare function listComments(
  db: Db,
  studyId: string,
  {
    before,
    limit,
  }: {
    before: string | undefined
    limit: number
  },
): Promise<CommentRecord[]>
export declare function insertComment(tx: Db, fields: Pick<Comment, 'studyId' | 'authorId' | 'comment'>): Promise<Comment>
