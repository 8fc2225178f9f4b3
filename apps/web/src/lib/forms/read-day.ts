const dayFirst = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/
const yearFirst = /^(?<year>\d{4})[/.-]?(?<month>\d{2})[/.-]?(?<day>\d{2})$/

/**
 * Parses a day written day first (`1/2/2026`, `01.02.2026`) or year first (`2026-02-01`, `20260201`). Returns null if the calendar has no such day. Day
 * first needs signs between the numbers, so no text has two readings.
 */
export function readDay(text: string): string | null {
  const { year, month = '', day = '' } = (dayFirst.exec(text.trim()) ?? yearFirst.exec(text.trim()))?.groups ?? {}
  if (year === undefined) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null
}
