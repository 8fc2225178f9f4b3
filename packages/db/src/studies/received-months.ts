import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import { studies } from './studies.schema.ts'
import { receivedMonth } from './study-sort-keys.ts'

const monthOf = (time: Date): number => time.getUTCFullYear() * 12 + time.getUTCMonth() + 1

/** The index is asked for each month apart: of more months than these it would not save anything. */
const mostMonths = 24

const inMonths = (first: number, last: number): SQL => {
  const months = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return sql`${receivedMonth} && ${`{${months.join(',')}}`}::int[]`
}

/** Received in a year (UTC), as four digits. */
export const receivedInYear = (year: string): SQL => inMonths(Number(year) * 12 + 1, Number(year) * 12 + 12)

const monthOfColumn = (time: SQL) => sql`(extract(year from ${time}) * 12 + extract(month from ${time}))::int`

/** The months from the newest arrival to the oldest, for `inMonth`. */
export const monthsBackwards: SQL = sql`
  (select min(received_at) at time zone 'UTC' as first, max(received_at) at time zone 'UTC' as last from ${studies}) arrivals,
  generate_series(${monthOfColumn(sql`last`)}, ${monthOfColumn(sql`first`)}, -1) month`

/** Received in the month of a row of `monthsBackwards`, for the text index. */
export const inMonth = sql`${receivedMonth} @> array[month]`

const firstOf = (month: SQL) => sql`make_timestamptz((${month} - 1) / 12, (${month} - 1) % 12 + 1, 1, 0, 0, 0, 'UTC')`

/** Received in the month of a row of `monthsBackwards`, for an index by time. */
export const betweenMonths = sql`(received_at >= ${firstOf(sql`month`)} and received_at < ${firstOf(sql`(month + 1)`)})`

/** The month of a row of `monthsBackwards` is one of a year of four digits. */
export const isMonthOf = (year: string): SQL =>
  sql`(month between ${Number(year) * 12 + 1}::int and ${Number(year) * 12 + 12}::int)`

/** Received in the last twelve months, the present one included. The next month too: the clock of the database may be ahead. */
export const receivedInLastYear = (now: Date): SQL => inMonths(monthOf(now) - 11, monthOf(now) + 1)

/** The moment at which these twelve months begin. */
export const startOfLastYear = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11))

const dayMs = 86_400_000

/**
 * The condition that a doctor's studies of a period are found by in the text index, beside that on the time itself: of all the doctor's studies the
 * index reads those of some months alone. Days are yyyy-mm-dd, both included, of any zone: the months (UTC) of the days before and after count too.
 * No condition for other callers, whose studies have an index by time, and for a long period.
 */
export function monthsFor({ role }: Caller, from: string, to: string): SQL[] {
  const first = monthOf(new Date(Date.parse(from) - dayMs))
  const last = monthOf(new Date(Date.parse(to) + dayMs))
  const isShort = last >= first && last - first < mostMonths
  return role === 'doctor_account' && isShort ? [inMonths(first, last)] : []
}
