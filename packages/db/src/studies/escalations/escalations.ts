import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../../access/accounts.schema.ts'
import { assignable } from '../../access/assignable.ts'
import { type Db, plannedOnce, type Tx } from '../../core/client.ts'
import { transactionTime } from '../../core/database-clock.ts'
import { type Before, type Taken, taken } from '../../core/locks.ts'
import { doctors } from '../../people/doctors.schema.ts'
import { labs } from '../../people/labs.schema.ts'
import { studies } from '../studies.schema.ts'
import type { StudyRow } from '../studies.ts'
import { escalationMessages, escalations } from './escalations.schema.ts'

export type EscalationRow = typeof escalations.$inferSelect
/** The rules of a laboratory for emails about deadlines; null without a laboratory. */
export type LabRules = Pick<typeof labs.$inferSelect, 'id' | 'quietFrom' | 'quietTo' | 'escalationEmails'> | null
/** `now`: when the transaction began, by the database's clock. */
export type EscalatedStudy = { study: StudyRow; lab: LabRules; now: Date }
/** A step whose emails are due. */
export type DueMail = EscalatedStudy & { escalation: EscalationRow }
/** An account that is told. `doctorId` null: an administrator. */
export type Person = { userId: string; email: string; doctorId: string | null }

const now = sql`${transactionTime}::timestamptz(3)`.mapWith(studies.receivedAt)
// Drizzle takes a laboratory whose first column is null for none.
const rules = { id: labs.id, quietFrom: labs.quietFrom, quietTo: labs.quietTo, escalationEmails: labs.escalationEmails }

const isStepDue = and(isNotNull(studies.escalateAt), isNull(studies.reportedAt), lte(studies.escalateAt, transactionTime))
const isMailDue = lte(escalations.mailAt, transactionTime)

const DueEscalations = z.tuple([z.object({ studies: z.boolean(), mails: z.boolean() })])
const due = plannedOnce(
  'due_escalations',
  sql`select exists (select 1 from ${studies} where ${isStepDue}) as studies, exists (select 1 from ${escalations} where ${isMailDue}) as mails`,
)

/** Returns whether studies have a step due, and whether emails are due. */
export async function findDueEscalations(db: Db): Promise<z.output<typeof DueEscalations>[0]> {
  const [found] = DueEscalations.parse(await due(db, {}))
  return found
}

/** Locks the studies that have a step due, up to `limit`, but for those that others hold: it waits for none. */
export async function lockDueStudies<T extends Before<'study'>>(
  tx: T,
  limit: number,
): Promise<Taken<T, 'study', EscalatedStudy[]>> {
  const found = await tx
    .select({ study: studies, lab: rules, now })
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .where(isStepDue)
    .orderBy(asc(studies.escalateAt))
    .limit(limit)
    .for('update', { of: studies, skipLocked: true })
  return taken(tx, 'study', found)
}

/** Locks the steps whose emails are due, with their studies, up to `limit`. It waits for none. */
export async function lockDueMails<T extends Before<'study'>>(tx: T, limit: number): Promise<Taken<T, 'study', DueMail[]>> {
  const found = await tx
    .select({ escalation: escalations, study: studies, lab: rules, now })
    .from(escalations)
    .innerJoin(studies, eq(studies.id, escalations.studyId))
    .leftJoin(labs, eq(labs.id, studies.labId))
    .where(isMailDue)
    .orderBy(asc(escalations.mailAt), asc(escalations.id))
    .limit(limit)
    .for('update', { of: [escalations, studies], skipLocked: true })
  return taken(tx, 'study', found)
}

const isPresent = and(eq(users.isActive, true), isNull(users.deletedAt))

/** Returns every administrator who can sign in. */
export const listAdministrators = (db: Db) =>
  db
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isPresent))
    .orderBy(asc(users.id))

/** Returns every doctor who can be assigned, and every administrator who can sign in. */
export async function listEscalationPeople(db: Db): Promise<Person[]> {
  const readers = await db
    .select({ userId: users.id, email: users.email, doctorId: doctors.id })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(and(assignable, isPresent))
    .orderBy(asc(users.id))
  const administrators = await listAdministrators(db)
  return [...readers, ...administrators.map((administrator) => ({ ...administrator, doctorId: null }))]
}

/** Records steps of a study. Returns those that were not recorded before in the cycle, and again those that are told again of another doctor. */
export async function insertEscalations(
  tx: Tx<'study'>,
  steps: readonly (typeof escalations.$inferInsert)[],
): Promise<EscalationRow[]> {
  return tx
    .insert(escalations)
    .values([...steps])
    .onConflictDoUpdate({
      target: [escalations.studyId, escalations.cycle, escalations.step],
      set: { at: sql`now()`, passedOver: sql`excluded.passed_over`, mailAt: sql`excluded.mail_at` },
      setWhere: eq(escalations.step, 'misplaced'),
    })
    .returning()
}

export type NewEscalationMessage = typeof escalationMessages.$inferInsert

/** Records who is told of steps. */
export async function insertEscalationMessages(tx: Tx, messages: readonly NewEscalationMessage[]): Promise<void> {
  if (messages.length > 0) await tx.insert(escalationMessages).values([...messages])
}

/** Records that no more emails go about these steps. */
export async function endEscalationMails(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(escalations)
    .set({ mailAt: null })
    .where(inArray(escalations.id, [...ids]))
}

/** Corrects the time of a study's next step, which an older version of the program left as it was. */
export async function postponeEscalation(tx: Tx<'study'>, studyId: string, escalateAt: Date | null): Promise<void> {
  await tx.update(studies).set({ escalateAt }).where(eq(studies.id, studyId))
}

/** Returns steps with their studies, for an email. */
export async function listEscalationNotices(db: Db, ids: readonly string[]) {
  return db
    .select({ escalation: escalations, study: studies, labName: labs.name, now })
    .from(escalations)
    .innerJoin(studies, eq(studies.id, escalations.studyId))
    .leftJoin(labs, eq(labs.id, studies.labId))
    .where(inArray(escalations.id, [...ids]))
    .orderBy(asc(studies.dueAt), asc(escalations.id))
}

/** Returns an account that can sign in, for an email; null if it cannot any more. */
export async function findEscalationReader(db: Db, userId: string) {
  const [row] = await db
    .select({ email: users.email, fullName: users.fullName, role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isPresent))
  return row ?? null
}
