import type { OfficeCalendarFields } from '@readroom/contracts/studies/office-calendars'
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../core/client.ts'
import { deadlineRules } from './deadline-rules.schema.ts'
import { officeCalendars } from './office-calendars.schema.ts'

export type OfficeCalendarRow = typeof officeCalendars.$inferSelect

/** Returns all calendars, by name. */
export async function listOfficeCalendars(db: Db): Promise<OfficeCalendarRow[]> {
  return db.select().from(officeCalendars).orderBy(sql`lower(${officeCalendars.name})`)
}

/** Returns a calendar, or null. */
export async function findOfficeCalendar(db: Db, id: string): Promise<OfficeCalendarRow | null> {
  const [row] = await db.select().from(officeCalendars).where(eq(officeCalendars.id, id))
  return row ?? null
}

/** Returns a calendar, locked until the transaction ends; or null. */
export async function lockOfficeCalendar(tx: Tx, id: string): Promise<OfficeCalendarRow | null> {
  const [row] = await tx.select().from(officeCalendars).where(eq(officeCalendars.id, id)).for('update')
  return row ?? null
}

/** Returns its id. Breaks `office_calendars_name` if another one has the name. */
export async function insertOfficeCalendar(tx: Tx, fields: OfficeCalendarFields): Promise<string> {
  const [row] = await tx.insert(officeCalendars).values(fields).returning({ id: officeCalendars.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Breaks the same constraint as an insert. */
export async function updateOfficeCalendar(tx: Tx, id: string, fields: OfficeCalendarFields): Promise<void> {
  await tx
    .update(officeCalendars)
    .set({ ...fields, version: sql`${officeCalendars.version} + 1`, updatedAt: sql`now()` })
    .where(eq(officeCalendars.id, id))
}

export async function deleteOfficeCalendar(tx: Tx, id: string): Promise<void> {
  await tx.delete(officeCalendars).where(eq(officeCalendars.id, id))
}

/** Reports whether a deadline rule uses a calendar. */
export async function isCalendarInUse(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(deadlineRules, eq(deadlineRules.calendarId, id))) > 0
}
