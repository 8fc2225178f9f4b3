import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import type { DeadlineQuestion, DeadlineRuleFields } from '@readroom/contracts/studies/deadline-rules'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { labs } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { literals } from '../core/columns.ts'
import { deadlineRules } from './deadline-rules.schema.ts'
import { officeCalendars } from './office-calendars.schema.ts'
import type { OfficeCalendarRow } from './office-calendars.ts'
import { studies } from './studies.schema.ts'

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

/** A rule without a laboratory, urgency or modality is for every one. */
const matches = (isOfLab: SQL, urgency: Priority, isOfModality: SQL) =>
  and(
    or(isNull(deadlineRules.labId), isOfLab),
    or(isNull(deadlineRules.urgency), eq(deadlineRules.urgency, urgency)),
    or(isNull(deadlineRules.modality), isOfModality),
  )

/** A rule with its calendar; null: round the clock. */
export type DeadlineRuleWithCalendar = { rule: DeadlineRuleRow; calendar: OfficeCalendarRow | null }

/** Returns the rules that match a study if it has this urgency, in no order, and the time of the transaction, which its events have. */
export async function listRulesOfStudy(
  tx: Tx,
  studyId: string,
  urgency: Priority,
): Promise<{ rules: DeadlineRuleWithCalendar[]; now: Date }> {
  const isOfLab = eq(deadlineRules.labId, studies.labId)
  const isOfModality = sql`${deadlineRules.modality} = any(${studies.modalities})`
  const rows = await tx
    .select({
      rule: deadlineRules,
      calendar: officeCalendars,
      now: sql`now()::timestamptz(3)`.mapWith(studies.receivedAt),
    })
    .from(studies)
    .leftJoin(deadlineRules, matches(isOfLab, urgency, isOfModality))
    .leftJoin(officeCalendars, eq(officeCalendars.id, deadlineRules.calendarId))
    .where(eq(studies.id, studyId))
  const [first] = rows
  if (!first) throw new Error('the study is not there')
  return { rules: rows.flatMap(({ rule, calendar }) => (rule ? [{ rule, calendar }] : [])), now: first.now }
}

/** Returns the rules that match studies of this kind, in no order. */
export async function listRulesFor(db: Db, { labId, urgency, modality }: DeadlineQuestion): Promise<DeadlineRuleWithCalendar[]> {
  const isOfLab = labId === undefined ? sql`false` : eq(deadlineRules.labId, labId)
  const isOfModality = modality === undefined ? sql`false` : eq(deadlineRules.modality, modality)
  return db
    .select({ rule: deadlineRules, calendar: officeCalendars })
    .from(deadlineRules)
    .leftJoin(officeCalendars, eq(officeCalendars.id, deadlineRules.calendarId))
    .where(matches(isOfLab, urgency, isOfModality))
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
