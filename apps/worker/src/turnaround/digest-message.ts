import type { DigestFrequency } from '@readroom/contracts/turnaround/digests'
import { formatMinutes } from '@readroom/contracts/turnaround/turnaround'
import { fewestInGroup } from '@readroom/contracts/turnaround/turnaround-report'
import type { DoctorWorkload, Waiting } from '@readroom/contracts/turnaround/workload'
import type { DigestPeriod } from '@readroom/domain/turnaround/digests/digest-times'
import type { DigestFigures } from '@readroom/domain/turnaround/digests/digests'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import type { Paragraph } from '../core/mail/render.ts'

/** Laboratories or doctors that one email names. */
const mostNamed = 50

const periodNames: Record<DigestFrequency, string> = { daily: 'Day', weekly: 'Week', monthly: 'Month' }

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function periodWords({ fromDate, toDate }: DigestPeriod): string {
  const [from, to] = [new Date(fromDate), new Date(toDate)]
  return fromDate === toDate ? day.format(from) : day.formatRange(from, to)
}

const plural = (count: number, one: string) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : `${one}s`}`

function turnaroundWords(group: DigestFigures['rows'][0]['turnaround'], goalPercent: number): string {
  if (!group) return 'no reports'
  const { reported, median, percentile90, due, inTime } = group
  const reports = plural(reported, 'report')
  if (reported < fewestInGroup) return `${reports}, too few for percentiles`
  const times = `${reports}, median ${formatMinutes(median)}, 90% within ${formatMinutes(percentile90)}`
  return due === 0 ? times : `${times}, ${Math.floor((inTime / due) * 100)}% in time (goal ${goalPercent}%)`
}

const waitingWords = ({ open, atRisk, late }: Waiting) => `${open} open, ${atRisk} at risk, ${late} late`

const doctorWords = (doctor: DoctorWorkload) =>
  `${waitingWords(doctor)}; ${plural(doctor.reportedThisWeek, 'report')} since Monday` +
  (doctor.medianTurnaround === null ? '' : `, median ${formatMinutes(doctor.medianTurnaround)}`)

/** Returns a table of the first items, and how many it leaves out. Two of one name have a number. */
function table<T>(items: readonly T[], nameOf: (item: T) => string, wordsOf: (item: T) => string): Paragraph[] {
  const rows = new Map<string, string>()
  for (const item of items.slice(0, mostNamed)) {
    const name = nameOf(item)
    const same = [...rows.keys()].filter((known) => known === name || known.startsWith(`${name} (`)).length
    rows.set(same === 0 ? name : `${name} (${same + 1})`, wordsOf(item))
  }
  const more = items.length - mostNamed
  return [Object.fromEntries(rows), ...(more > 0 ? [`${more} more are in Readroom.`] : [])]
}

type Sent = DigestFigures & { period: DigestPeriod; zone: string; goalPercent: number }

/** Returns an email about the turnaround of a period and the present work. It names no patient. */
export function digestMessage(portal: Portal, { frequency, period, zone, rows, doctors, goalPercent }: Sent): Message {
  const when = periodWords(period)
  const [first, ...others] = rows
  const about = first && others.length === 0 ? first.name : `${rows.length} laboratories`
  const work: Paragraph[] = doctors.length > 0 ? ['Doctors now:', ...table(doctors, ({ fullName }) => fullName, doctorWords)] : []
  return write(portal, { fullName: null, subject: `${periodNames[frequency]} in Readroom: ${about}, ${when}` }, [
    `Reports of ${when} (${zone}), from upload to report:`,
    ...table(
      rows,
      ({ name }) => name,
      ({ turnaround }) => turnaroundWords(turnaround, goalPercent),
    ),
    'Waiting for a report now:',
    ...table(rows, ({ name }) => name, waitingWords),
    ...work,
    { Address: loginUrl(portal) },
    `To protect patients, this email contains no patient data. If you do not want these emails, contact ${support(portal)}.`,
  ])
}
