import type { Priority } from '@readroom/contracts/core/primitives'
import type { DeadlinePreview, DeadlineRule } from '@readroom/contracts/studies/deadline-rules'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { clinicDay, formatInstant, formatLongDay, formatWeekday, plural } from '../../../lib/format.ts'

type Place = Pick<DeadlineRule, 'labName' | 'urgency' | 'modality'>

export const labWords = ({ labName }: Pick<Place, 'labName'>): string => labName ?? 'Every laboratory'
export const urgencyWords = ({ urgency }: Pick<Place, 'urgency'>): string => (urgency ? urgencyLabels[urgency] : 'Every urgency')
export const modalityWords = ({ modality }: Pick<Place, 'modality'>): string => modality ?? 'Every modality'

/** Returns the studies of a rule in words, such as "City Imaging, Urgent, CT". */
export const placeWords = (place: Place): string => [labWords(place), urgencyWords(place), modalityWords(place)].join(', ')

const units = [
  { minutes: 1440, name: 'day' },
  { minutes: 60, name: 'hour' },
  { minutes: 1, name: 'minute' },
] as const

/** Returns minutes exactly, in days, hours and minutes. */
export function durationWords(minutes: number): string {
  let rest = minutes
  const parts = units.map(({ minutes: each, name }) => {
    const count = Math.floor(rest / each)
    rest -= count * each
    return count > 0 ? plural(count, name) : null
  })
  return parts.filter((part) => part !== null).join(' ')
}

const articles: Record<Priority, string> = {
  EMERGENCY: 'An emergency',
  STAT: 'A stat',
  URGENT: 'An urgent',
  HIGH: 'A high-priority',
  NORMAL: 'A routine',
}

const dayMs = 86_400_000
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(clinicDay(new Date(to))) - Date.parse(clinicDay(new Date(from)))) / dayMs)

/** Returns a day by its weekday, or with its date if it is a week or more away. */
function dayWords(from: string, to: string): string {
  const weekday = formatWeekday(new Date(to))
  return daysBetween(from, to) < 7 ? `on ${weekday}` : `on ${weekday}, ${formatLongDay(clinicDay(new Date(to)))},`
}

const nearDays: readonly (string | undefined)[] = ['today', 'tomorrow']

/** Returns a time in words, such as "today at 14:05". */
const fromNow = (now: string, at: string): string =>
  `${nearDays[daysBetween(now, at)] ?? dayWords(now, at)} at ${formatInstant(at).time}`

/** Returns when studies are due that are ready now and on the next Friday evening, in two sentences. */
export function timesWords(study: string, { now, friday }: Pick<DeadlinePreview, 'now' | 'friday'>): string {
  const ready = `One that is ready on Friday at ${formatInstant(friday.readyAt).time}`
  const due = `${dayWords(friday.readyAt, friday.dueAt)} at ${formatInstant(friday.dueAt).time}`
  return `${study} that is ready now is due ${fromNow(now.readyAt, now.dueAt)}. ${ready} is due ${due}.`
}

type Asked = { labName: string | null; urgency: Priority; modality: string | null }

/** Returns what the rules mean for a study, in two sentences. */
export function previewWords({ labName, urgency, modality }: Asked, preview: DeadlinePreview): string {
  const study = `${articles[urgency]} ${modality ?? 'study'} ${labName === null ? 'without a laboratory' : `from ${labName}`}`
  return timesWords(study, preview)
}

type RuleTiming = Pick<DeadlineRule, 'minutes' | 'calendarName' | 'readyBefore' | 'dueBy'>

/** Returns when the studies of a rule are due, such as "4 hours, Office" or "Ready before 16:00: by 18:00, Office". */
export function timingWords({ minutes, calendarName, readyBefore, dueBy }: RuleTiming): string {
  const time = minutes === null ? `Ready before ${readyBefore}: by ${dueBy}` : durationWords(minutes)
  return calendarName === null ? time : `${time}, ${calendarName}`
}
