import { asc, eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema/accounts.ts'
import { studyDiscussions } from '../schema/discussions.ts'

type Comment = typeof studyDiscussions.$inferSelect
export type CommentRecord = { comment: Comment; author: Pick<typeof users.$inferSelect, 'fullName' | 'role'> }

/** A study's comments with their authors, oldest first. */
export async function listComments(db: Db, studyId: string): Promise<CommentRecord[]> {
  return db
    .select({ comment: studyDiscussions, author: { fullName: users.fullName, role: users.role } })
    .from(studyDiscussions)
    .innerJoin(users, eq(users.id, studyDiscussions.authorId))
    .where(eq(studyDiscussions.studyId, studyId))
    .orderBy(asc(studyDiscussions.createdAt), asc(studyDiscussions.id))
}

export async function insertComment(tx: Db, fields: Pick<Comment, 'studyId' | 'authorId' | 'comment'>): Promise<Comment> {
  const [row] = await tx.insert(studyDiscussions).values(fields).returning()
  if (!row) throw new Error('the comment was not stored')
  return row
}
