/** Parses a day written day first (`1/2/2026`, `01.02.2026`) or as yyyy-mm-dd. Returns null if the calendar has no such day. */
export function readDay(text: string): string | null {
  const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  const iso = dayFirst ? [dayFirst[3], dayFirst[2]?.padStart(2, '0'), dayFirst[1]?.padStart(2, '0')].join('-') : text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null
}
