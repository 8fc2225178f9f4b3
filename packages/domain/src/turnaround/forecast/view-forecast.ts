import { urgencyOf } from '@readroom/contracts/studies/urgency'
import { type Forecast, forecastWeeks, hoursAhead, maxUrgent, type UrgentStudy } from '@readroom/contracts/turnaround/workload'
import type { Db } from '@readroom/db/core/client'
import { listPresences } from '@readroom/db/people/presence'
import { listUrgent } from '@readroom/db/turnaround/automatic-assignment'
import { listArrivals, listOpenStudies } from '@readroom/db/turnaround/forecast'
import { listReadingTimes } from '@readroom/db/turnaround/reading-times'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../studies/assignments/eligibility.ts'
import { makeReadingTimes, type TimedStudy } from '../../studies/assignments/expected-minutes.ts'
import { expectNow } from '../../studies/assignments/expected-now.ts'
import { joinSpans, licensedSpans, type Span } from '../../studies/assignments/presence-times.ts'
import { clip, spansAtWork } from '../../studies/assignments/reader-shifts.ts'
import { forecast } from './forecast.ts'

const hourMs = 3_600_000
/** The end of a gap is looked for this far ahead. */
const aheadMs = 72 * hourMs

/** Returns the hours of the clinic's clock from the present one on. */
function hoursFrom({ now, zone }: Clock): Span[] {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const first = local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
  return Array.from({ length: hoursAhead }, (_, hour) => ({ from: first + hour * hourMs, to: first + (hour + 1) * hourMs }))
}

const text = (at: number) => new Date(at).toISOString()

/** Returns the urgent studies that are expected late by those who have them, or by anybody. */
async function listUrgentLate(db: Db, clock: Clock): Promise<UrgentStudy[]> {
  const urgent = await listUrgent(db, maxUrgent)
  const expected = await expectNow(db, new Map(urgent.map(({ studyId, doctorIds }) => [studyId, doctorIds])), clock)
  return urgent.flatMap(({ doctorIds: _held, dueAt, ...study }) => {
    const own = expected.get(study.studyId)
    return own?.isLate ? [{ ...study, dueAt: dueAt?.toISOString() ?? null, expected: own }] : []
  })
}

/** Returns what is expected of the next 24 hours (docs/decisions/turnaround/forecast.md). */
export async function viewForecast(db: Db, clock: Clock): Promise<Forecast> {
  const { now, zone } = clock
  const [open, arrived, doctors, known, urgent] = await Promise.all([
    listOpenStudies(db),
    listArrivals(db, zone),
    listPresences(db),
    listReadingTimes(db),
    listUrgentLate(db, clock),
  ])
  const times = makeReadingTimes(known)
  const withMinutes = <T extends TimedStudy>(study: T) => ({ ...study, minutes: times.minutesOf(study) })
  const at = now.getTime()
  const hours = hoursFrom(clock)
  const readers = doctors.map(({ id: doctorId, licenseExpiresOn, lacks, ...doctor }) => {
    const spans = lacks === null ? spansAtWork(doctor, { from: at, to: at + aheadMs }, zone) : []
    return { ...doctor, doctorId, on: licensedSpans(joinSpans(spans), licenseExpiresOn, zone) }
  })
  const end = hours.at(-1)?.to ?? at
  return {
    urgent,
    hours: hours.map(({ from }) => text(from)),
    ...forecast({
      open: open.map(({ priority, caseType, dueAt, ...study }) => ({
        ...withMinutes(study),
        urgency: urgencyOf({ priority, caseType }),
        dueAt: dueAt.getTime(),
      })),
      arrived: arrived.map(withMinutes),
      readers,
      hours: hours.map(({ from, to }) => ({ from: Math.max(from, at), to })),
      weeks: forecastWeeks,
    }),
    readers: readers.map(({ doctorId, fullName, readsLabIds, on }) => ({
      doctorId,
      fullName,
      readsLabIds,
      on: clip(on, at, end).map(({ from, to }) => ({ from: text(from), to: text(to) })),
    })),
  }
}
