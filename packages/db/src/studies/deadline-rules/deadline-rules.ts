import { priorities } from '@readroom/contracts/core/primitives'
import type { DeadlineRuleFields } from '@readroom/contracts/studies/deadline-rules'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../core/client.ts'
import { literals } from '../../core/columns.ts'
import { labs } from '../../people/labs.schema.ts'
import { studies } from '../studies.schema.ts'
import { studyEventLog } from '../study-events.schema.ts'
import type { StudyEventRow } from '../study-events.ts'
import { sortKeyOf } from '../study-sort-keys.ts'
import { deadlineRules } from './deadline-rules.schema.ts'
import { officeCalendars } from './office-calendars.schema.ts'
import type { OfficeCalendarRow } from './office-calendars.ts'

export type DeadlineRuleRow = typeof deadlineRules.$inferSelect

/** Returns all rules, by the name of their laboratory, then the most urgent first, then by modality. */
export async function listDeadlineRules(db: Db) {
  return db
    .select({ rule: deadlineRules, labName: labs.name, calendarName: officeCalendars.name })
    .from(deadlineRules)
    .leftJoin(labs, eq(labs.id, deadlineRules.labId))
    .leftJoin(officeCalendars, eq(officeCalendars.id, deadlineRules.calendarId))
    .orderBy(
      sql`lower(${labs.name})`,
      asc(deadlineRules.labId),
      sql`array_position(array[${literals(priorities)}], ${deadlineRules.urgency}) desc nulls last`,
      asc(deadlineRules.modality),
    )
}
export type ListedDeadlineRule = Awaited<ReturnType<typeof listDeadlineRules>>[number]

/** A rule with its calendar; null: round the clock. */
export type DeadlineRuleWithCalendar = { rule: DeadlineRuleRow; calendar: OfficeCalendarRow | null }

/** Returns all rules with their calendars, in no order. */
export async function listRulesWithCalendars(db: Db): Promise<DeadlineRuleWithCalendar[]> {
  return db
    .select({ rule: deadlineRules, calendar: officeCalendars })
    .from(deadlineRules)
    .leftJoin(officeCalendars, eq(officeCalendars.id, deadlineRules.calendarId))
}

/** Returns a study as far as rules look at it, and the time of the transaction, which its events have. */
export async function findRuledStudy(
  tx: Tx,
  studyId: string,
): Promise<{ labId: string | null; modalities: string[]; now: Date }> {
  const now = sql`now()::timestamptz(3)`.mapWith(studies.receivedAt)
  const [row] = await tx
    .select({ labId: studies.labId, modalities: studies.modalities, now })
    .from(studies)
    .where(eq(studies.id, studyId))
  if (!row) throw new Error('the study is not there')
  return row
}

const isOpen = and(sql`${sortKeyOf.reportedDate} = '-infinity'`, isNotNull(studies.dueAt), isNull(studies.anonymisedAt))

/** Returns the studies without a report whose clock runs, each with the name of its laboratory. */
export async function listOpenStudies(db: Db) {
  return db.select({ study: studies, labName: labs.name }).from(studies).leftJoin(labs, eq(labs.id, studies.labId)).where(isOpen)
}
export type OpenStudy = Awaited<ReturnType<typeof listOpenStudies>>[number]

/** Returns the given events of all open studies, those of a study oldest first. */
export async function listEventsOfOpenStudies(db: Db, events: readonly StudyEvent[]): Promise<StudyEventRow[]> {
  const rows = await db
    .select({ event: studyEventLog })
    .from(studyEventLog)
    .innerJoin(studies, eq(studies.id, studyEventLog.studyId))
    .where(and(isOpen, inArray(studyEventLog.event, [...events])))
    .orderBy(asc(studyEventLog.at), asc(studyEventLog.id))
  return rows.map(({ event }) => event)
}

/** Returns its id. Breaks `deadline_rules_place` if there is one for the same studies, and a foreign key if there is no such laboratory or calendar. */
export async function insertDeadlineRule(tx: Tx, fields: DeadlineRuleFields): Promise<string> {
  const [row] = await tx.insert(deadlineRules).values(fields).returning({ id: deadlineRules.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Returns a rule, locked until the transaction ends; or null. */
export async function lockDeadlineRule(tx: Tx, id: string): Promise<DeadlineRuleRow | null> {
  const [row] = await tx.select().from(deadlineRules).where(eq(deadlineRules.id, id)).for('update')
  return row ?? null
}

/** Breaks the same constraints as an insert. */
export async function updateDeadlineRule(tx: Tx, id: string, fields: DeadlineRuleFields): Promise<void> {
  await tx
    .update(deadlineRules)
    .set({ ...fields, version: sql`${deadlineRules.version} + 1`, updatedAt: sql`now()` })
    .where(eq(deadlineRules.id, id))
}

export async function deleteDeadlineRule(tx: Tx, id: string): Promise<void> {
  await tx.delete(deadlineRules).where(eq(deadlineRules.id, id))
}

const Friday = z.object({ at: z.coerce.date() })

/** Returns the next Friday at 17:30 of a zone after an instant. */
export async function findFridayEvening(db: Db, { after, zone }: { after: Date; zone: string }): Promise<Date> {
  const { rows } = await db.execute(sql`
    select min(friday) as at from (
      select (date_trunc('week', ${after}::timestamptz at time zone ${zone}) + weeks * interval '1 week' + interval '4 days 17:30')
        at time zone ${zone} as friday
      from generate_series(0, 1) weeks) fridays
    where friday > ${after}`)
  return Friday.parse(rows[0]).at
}
