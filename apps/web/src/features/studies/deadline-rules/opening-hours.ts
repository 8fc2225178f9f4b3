import { DayHours } from '@readroom/contracts/studies/office-calendars'
import { readSpans } from '@readroom/contracts/studies/typed-spans'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns the opening hours of a day as they are typed. */
const typedHours = (hours: DayHours): string => hours.map(({ from, to }) => `${from}-${to}`).join(', ')

/** The opening hours of a day, such as "8:00-12:00, 13:00-18:00". Empty means closed. */
export const asHours = {
  read: (text: string) => readSpans(text) ?? text,
  write: (hours: unknown) => (typeof hours === 'string' ? hours : typedHours(DayHours.catch([]).parse(hours))),
}

const sameHours = (one: DayHours, other: DayHours | undefined) => other !== undefined && typedHours(one) === typedHours(other)

/** Returns the opening hours of a week in words, with equal days in a row together: "Mon-Fri 08:00-18:00, Sat 09:00-13:00". */
export function weekWords(week: readonly DayHours[]): string {
  const parts: string[] = []
  for (let first = 0; first < week.length; first += 1) {
    const hours = week[first] ?? []
    let last = first
    while (sameHours(hours, week[last + 1])) last += 1
    const days = [first, ...(last > first ? [last] : [])].map((day) => (weekdays[day] ?? '').slice(0, 3)).join('-')
    if (hours.length > 0) parts.push(`${days} ${typedHours(hours)}`)
    first = last
  }
  return parts.join('; ')
}
