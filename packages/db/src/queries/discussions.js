import { and, desc, eq, sql } from 'drizzle-orm'
import { users } from '../schema/accounts.js'
import { studyDiscussions } from '../schema/discussions.js'
/** The newest of a study's comments, or the newest before one of them, with their authors; newest first. */
export async function listComments(db, studyId, { before, limit }) {
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
export async function insertComment(tx, fields) {
  const [row] = await tx.insert(studyDiscussions).values(fields).returning()
  if (!row) throw new Error('the comment was not stored')
  return row
}
//# sourceMappingURL=discussions.js.map
