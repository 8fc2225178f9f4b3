import { and, eq, gt, isNotNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { labs } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { studyDiscussions } from './discussions/discussions.schema.ts'
import { studies } from './studies.schema.ts'

const later = alias(studyDiscussions, 'later')

/**
 * Returns the contents and the address of a notice about a question to a laboratory. Null if the question waits no longer, the study has no laboratory,
 * or the laboratory is not active or has no contact address.
 */
export async function findQuestionNotice(db: Db, commentId: string) {
  const isNewer = and(
    eq(later.studyId, studyDiscussions.studyId),
    ne(later.kind, 'comment'),
    gt(sql`(${later.createdAt}, ${later.id})`, sql`(${studyDiscussions.createdAt}, ${studyDiscussions.id})`),
  )
  const [row] = await db
    .select({
      studyId: studies.id,
      accessionNumber: studies.accessionNumber,
      labName: labs.name,
      email: labs.contactEmail,
    })
    .from(studyDiscussions)
    .innerJoin(studies, eq(studies.id, studyDiscussions.studyId))
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(
      and(
        eq(studyDiscussions.id, commentId),
        eq(studyDiscussions.kind, 'question'),
        isNotNull(studies.pausedAt),
        eq(labs.isActive, true),
        notExists(db.select({ id: later.id }).from(later).where(isNewer)),
      ),
    )
  if (!row || row.email === null) return null
  return { ...row, email: row.email }
}
