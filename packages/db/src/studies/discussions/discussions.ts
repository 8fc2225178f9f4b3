import { and, desc, eq, sql } from 'drizzle-orm'
import { users } from '../../access/accounts.schema.ts'
import type { Db } from '../../core/client.ts'
import { studyDiscussions } from './discussions.schema.ts'

type Comment = typeof studyDiscussions.$inferSelect
export type CommentRecord = { comment: Comment; author: Pick<typeof users.$inferSelect, 'fullName' | 'role'> }

/** The newest of a study's comments, or the newest before one of them, with their authors; newest first. */
export async function listComments(
  db: Db,
  studyId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<CommentRecord[]> {
  const { createdAt, id } = studyDiscussions
  const isEarlier = sql`(${createdAt}, ${id}) < (select d.created_at, d.id from ${studyDiscussions} d
    where d.id = ${before} and d.study_id = ${studyId})`
  return db
    .select({ comment: studyDiscussions, author: { fullName: users.fullName, role: users.role } })
    .from(studyDiscussions)
    .innerJoin(users, eq(users.id, studyDiscussions.authorId))
    .where(and(eq(studyDiscussions.studyId, studyId), before === undefined ? undefined : isEarlier))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

export async function insertComment(
  tx: Db,
  fields: Pick<Comment, 'studyId' | 'authorId' | 'comment' | 'kind'>,
): Promise<Comment> {
  const [row] = await tx.insert(studyDiscussions).values(fields).returning()
  if (!row) throw new Error('the comment was not stored')
  return row
}
