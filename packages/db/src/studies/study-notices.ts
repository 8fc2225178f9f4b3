import { and, eq, gt, isNotNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { studyDiscussions } from './discussions/discussions.schema.ts'
import { studies } from './studies.schema.ts'

/**
 * Returns the laboratory of a study as the receiver of emails, with what they say of the study. Null if the study has no laboratory. Null also if the
 * laboratory is not active, or has no contact address.
 */
export async function findNoticeReceiver(db: Db, studyId: string) {
  const [row] = await db
    .select({
      studyId: studies.id,
      accessionNumber: studies.accessionNumber,
      labName: labs.name,
      email: labs.contactEmail,
    })
    .from(studies)
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(and(eq(studies.id, studyId), eq(labs.isActive, true)))
  if (!row || row.email === null) return null
  return { ...row, email: row.email }
}

const later = alias(studyDiscussions, 'later')

/** Returns the study of a question to a laboratory. Null if the question waits no longer. */
export async function findAskedStudy(db: Db, commentId: string): Promise<string | null> {
  const isNewer = and(
    eq(later.studyId, studyDiscussions.studyId),
    ne(later.kind, 'comment'),
    gt(sql`(${later.createdAt}, ${later.id})`, sql`(${studyDiscussions.createdAt}, ${studyDiscussions.id})`),
  )
  const [row] = await db
    .select({ studyId: studies.id })
    .from(studyDiscussions)
    .innerJoin(studies, eq(studies.id, studyDiscussions.studyId))
    .where(
      and(
        eq(studyDiscussions.id, commentId),
        eq(studyDiscussions.kind, 'question'),
        isNotNull(studies.pausedAt),
        notExists(db.select({ id: later.id }).from(later).where(isNewer)),
      ),
    )
  return row?.studyId ?? null
}
