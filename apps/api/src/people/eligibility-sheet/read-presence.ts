import { type Weekday, weekdays } from '@readroom/contracts/people/doctors'
import { type Absence, maxAbsences, maxShifts, PresenceFields, Shift, shiftsOverlap } from '@readroom/contracts/people/presence'
import { readSpans } from '@readroom/contracts/studies/typed-spans'
import type { CellFault, Cells, Present, Read } from './eligibility-cells.ts'
import { readDate } from './read-date.ts'

const notTimes = { fault: 'Write times such as 08:00-16:00, 22:00-06:00, each with an end that differs from its start.' }
const notAbsence = { fault: 'Write days such as 2026-12-24/2026-12-31 Holiday, and semicolons between several.' }

function readShifts(cell: string, weekday: Weekday): Shift[] | { fault: string } {
  const spans = readSpans(cell)?.map(({ from, to }) => ({ weekday, from, to: to === '24:00' ? '00:00' : to }))
  return Shift.array().safeParse(spans).data ?? notTimes
}

/** Reads absences. Those that were stored and are over by now are left out. */
function readAbsences(cell: string, { stored, today }: Present): Absence[] | { fault: string } {
  const absences: Absence[] = []
  for (const text of cell.split(';')) {
    const part = text.trim().replace(/\s+/g, ' ')
    if (part === '') continue
    const [, first = '', last = first, reason = ''] = /^([\d.-]+)(?: ?\/ ?([\d.-]+))?(?: (.*))?$/.exec(part) ?? []
    const [from, to] = [readDate(first), readDate(last)]
    if (from === null || to === null || reason.length > 100) return notAbsence
    if (to < from) return { fault: 'The last day must not be before the first.' }
    const isStored = stored.presence?.absences.some((absence) => absence.from === from && absence.to === to) ?? false
    if (to >= today) absences.push({ from, to, reason })
    else if (!isStored) return { fault: `The absence until ${to} is over.` }
  }
  return absences.length > maxAbsences ? { fault: `Write at most ${maxAbsences} absences.` } : absences
}

/** Reads when a doctor works. Null: nothing was saved, and the line says nothing. */
export function readPresence(
  cells: Cells,
  present: Present,
  { read, faults }: { read: Read; faults: CellFault[] },
): PresenceFields | null {
  const before = present.facts.presence
  const timeZone = read('timeZone', before?.timeZone ?? '', (cell) => {
    if (cell === '') return before?.timeZone ?? ''
    return PresenceFields.shape.timeZone.safeParse(cell).data ?? { fault: 'Write a time zone such as Europe/London.' }
  })
  const days = weekdays.map((day) => ({
    day,
    own: read(day, before?.shifts.filter(({ weekday }) => weekday === day) ?? [], (cell) => readShifts(cell, day)),
  }))
  const shifts = days.flatMap(({ own }) => own)
  for (const { day, own } of days) {
    const overlaps = own.some((shift) => shifts.some((other) => other !== shift && shiftsOverlap(shift, other)))
    if (overlaps && cells.has(day)) faults.push({ column: day, what: 'The shifts overlap.' })
  }
  if (shifts.length > maxShifts) faults.push({ column: 'Monday', what: `Write at most ${maxShifts} shifts in a week.` })
  const absences = read('absences', before?.absences ?? [], (cell) => readAbsences(cell, present))
  if (before === null && timeZone === '' && shifts.length === 0 && absences.length === 0) return null
  return PresenceFields.safeParse({ timeZone: timeZone || present.clinic.zone, shifts, absences }).data ?? before
}
