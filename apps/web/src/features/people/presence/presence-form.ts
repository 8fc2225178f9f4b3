import { type Weekday, weekdays } from '@readroom/contracts/people/doctors'
import { type Presence, PresenceFields, Shift, shiftsOverlap, typedShift } from '@readroom/contracts/people/presence'
import { readSpans } from '@readroom/contracts/studies/typed-spans'
import { z } from 'zod'

/** An absence that is being typed. */
const AbsenceDraft = z.object({ from: z.string(), to: z.string(), reason: z.string() })
export type AbsenceDraft = z.infer<typeof AbsenceDraft>
export const noAbsence: AbsenceDraft = { from: '', to: '', reason: '' }

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

/** Shifts and absences as they are typed: the shifts of each weekday as text. */
export const PresenceForm = z
  .object({
    timeZone: z.string().trim(),
    days: z.record(z.enum(weekdays), z.string()),
    absences: PresenceFields.shape.absences,
    draft: AbsenceDraft,
    version: z.int(),
  })
  .transform(({ days, draft, ...fields }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const read = weekdays.map((day) => ({ day, ...readDay(day, days[day]) }))
    const shifts = read.flatMap((one) => ('shifts' in one ? one.shifts : []))
    for (const one of read) {
      const other = overlapOf(one.day, shifts)
      if ('error' in one) refuse(['days', one.day], one.error)
      else if (other) refuse(['days', one.day], other === one.day ? 'Shifts must not overlap' : `Overlaps a shift of ${other}`)
    }
    if (draft.from || draft.to || draft.reason) refuse(['draft', 'from'], 'Add this absence first, or clear its fields')
    return { ...fields, shifts }
  })
  .pipe(PresenceFields.extend({ version: z.int() }))
export type PresenceForm = z.input<typeof PresenceForm>

const eachDay = (textOf: (day: Weekday) => string): Record<Weekday, string> => ({
  Monday: textOf('Monday'),
  Tuesday: textOf('Tuesday'),
  Wednesday: textOf('Wednesday'),
  Thursday: textOf('Thursday'),
  Friday: textOf('Friday'),
  Saturday: textOf('Saturday'),
  Sunday: textOf('Sunday'),
})

/** Returns the values of the form. */
export const toPresenceForm = ({ timeZone, shifts, absences, version }: Presence): PresenceForm => ({
  timeZone,
  absences,
  version,
  draft: noAbsence,
  days: eachDay((day) =>
    shifts
      .filter(({ weekday }) => weekday === day)
      .map(typedShift)
      .join(', '),
  ),
})
