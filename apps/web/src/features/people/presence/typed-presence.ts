import { type Weekday, weekdays } from '@readroom/contracts/people/doctors'
import { type Absence, type Presence, PresenceFields, Shift, shiftsOverlap } from '@readroom/contracts/people/presence'
import { readSpans } from '@readroom/contracts/studies/typed-spans'

/** Shifts and absences as they are typed: the shifts of each weekday as text. */
export type TypedPresence = { timeZone: string; days: Record<Weekday, string>; absences: readonly Absence[] }
/** The message at each field. */
export type PresenceErrors = Partial<Record<'timeZone' | 'absences' | Weekday, string>>

const eachDay = (textOf: (day: Weekday) => string): Record<Weekday, string> => ({
  Monday: textOf('Monday'),
  Tuesday: textOf('Tuesday'),
  Wednesday: textOf('Wednesday'),
  Thursday: textOf('Thursday'),
  Friday: textOf('Friday'),
  Saturday: textOf('Saturday'),
  Sunday: textOf('Sunday'),
})

export const toTyped = ({ timeZone, shifts, absences }: Presence): TypedPresence => ({
  timeZone,
  absences,
  days: eachDay((day) =>
    shifts
      .filter(({ weekday }) => weekday === day)
      .map(({ from, to }) => `${from}-${to}`)
      .join(', '),
  ),
})

const unread = 'Enter times such as 8:00-16:00, 22:00-6:00'

/** Reads the shifts that begin on a weekday, or says what is wrong with them. A shift until 24:00 ends at the midnight that begins the next day. */
function readDay(weekday: Weekday, text: string): { shifts: Shift[] } | { error: string } {
  const spans = readSpans(text)
  if (spans === null) return { error: unread }
  const read = Shift.array().safeParse(spans.map(({ from, to }) => ({ weekday, from, to: to === '24:00' ? '00:00' : to })))
  if (read.success) return { shifts: read.data }
  const [issue] = read.error.issues
  return { error: issue?.path.at(-1) === 'to' && issue.code === 'custom' ? issue.message : unread }
}

/** Returns the first of the other weekdays, or the same one, with a shift that overlaps one of a weekday. */
function overlapOf(weekday: Weekday, shifts: readonly Shift[]): Weekday | undefined {
  const own = shifts.filter((shift) => shift.weekday === weekday)
  return shifts.find((other) => own.some((shift) => shift !== other && shiftsOverlap(shift, other)))?.weekday
}

/** Returns the fields to send, or the errors at each of them. */
export function readPresence({
  timeZone,
  days,
  absences,
}: TypedPresence): { fields: PresenceFields } | { errors: PresenceErrors } {
  const read = weekdays.map((day) => ({ day, ...readDay(day, days[day]) }))
  const shifts = read.flatMap((one) => ('shifts' in one ? one.shifts : []))
  const errors: PresenceErrors = {}
  for (const one of read) {
    const other = overlapOf(one.day, shifts)
    if ('error' in one) errors[one.day] = one.error
    else if (other) errors[one.day] = other === one.day ? 'Shifts must not overlap' : `Overlaps a shift of ${other}`
  }
  const checked = PresenceFields.safeParse({ timeZone: timeZone.trim(), shifts, absences })
  for (const { path, message } of checked.error?.issues ?? []) {
    if (path[0] === 'timeZone') errors.timeZone = 'Please choose a time zone from the list'
    if (path[0] === 'absences') errors.absences = message
    // No weekday is to blame.
    if (path[0] === 'shifts' && path.length === 1) errors.Monday ??= message
  }
  return checked.success && Object.keys(errors).length === 0 ? { fields: checked.data } : { errors }
}
