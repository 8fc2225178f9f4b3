import { CalendarDate } from '@readroom/contracts/core/primitives'

/** Reads 2027-01-31 and 31.1.2027. Null: the text is no date, or one whose day and month depend on the country. */
export function readDate(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? []
  const date = day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
  return CalendarDate.safeParse(date).data ?? null
}
