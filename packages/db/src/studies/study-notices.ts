import { and, eq, gt, isNotNull, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { assignments } from './assignments/assignments.schema.ts'
import { studyDiscussions } from './discussions/discussions.schema.ts'
import { studies } from './studies.schema.ts'

/** A receiver of an email about a study. `to`: the account, or the laboratory's contact. */
type Receiver = { to: string; email: string; fullName: string }

/** Returns the contact of an active laboratory, if it has an address. */
async function listContacts(db: Db, studyId: string): Promise<Receiver[]> {
  const rows = await db
    .select({ email: labs.contactEmail, fullName: labs.name })
    .from(studies)
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(and(eq(studies.id, studyId), eq(labs.isActive, true)))
  return rows.flatMap(({ email, fullName }) => (email === null ? [] : [{ to: 'contact', email, fullName }]))
}

const account = { to: users.id, email: users.email, fullName: users.fullName }
const canSignIn = and(eq(users.isActive, true), isNull(users.deletedAt))

/** Finds the receivers of an email about a study, as they are now: a doctor who has lost the study is none. */
const receivers: Record<'laboratory' | 'doctors' | 'administrators', (db: Db, studyId: string) => Promise<Receiver[]>> = {
  laboratory: listContacts,
  doctors: (db, studyId) =>
    db
      .select(account)
      .from(assignments)
      .innerJoin(doctors, eq(doctors.id, assignments.doctorId))
      .innerJoin(users, eq(users.id, doctors.userId))
      .where(and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt), canSignIn)),
  administrators: (db) =>
    db
      .select(account)
      .from(users)
      .where(and(eq(users.role, 'admin'), canSignIn)),
}

/** Returns the receivers of an email about a study. */
export const listNoticeReceivers = (db: Db, receiver: keyof typeof receivers, studyId: string): Promise<Receiver[]> =>
  receivers[receiver](db, studyId)

/** Returns a study as emails name it. Null if it has no laboratory. */
export async function findNoticedStudy(db: Db, studyId: string) {
  const [row] = await db
    .select({ studyId: studies.id, accessionNumber: studies.accessionNumber, labName: labs.name })
    .from(studies)
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(eq(studies.id, studyId))
  return row ?? null
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
