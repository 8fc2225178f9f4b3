import { AppError } from '@readroom/contracts/core/errors'
import {
  type DoctorWorkload,
  fewestOthers,
  type OwnWorkload,
  type Waiting,
  type WaitingCause,
  type Workload,
} from '@readroom/contracts/turnaround/workload'
import type { Db } from '@readroom/db/core/client'
import { listPresences } from '@readroom/db/people/presence'
import { listReadingTimes } from '@readroom/db/turnaround/reading-times'
import {
  countCauses,
  countGivenBackByCause,
  type DoctorRow,
  listDoctorWorkloads,
  listLabWorkloads,
} from '@readroom/db/turnaround/workload'
import { type Clock, worksAt } from '../studies/assignments/eligibility.ts'
import { makeReadingTimes, type ReadingTimes } from '../studies/assignments/expected-minutes.ts'
import { medianOf } from './median.ts'

const sumOf = <T>(items: readonly T[], count: (item: T) => number) => items.reduce((sum, item) => sum + count(item), 0)

function describe({ open, reported, ...doctor }: DoctorRow, times: ReadingTimes): DoctorWorkload {
  return {
    ...doctor,
    open: sumOf(open, (group) => group.open),
    atRisk: sumOf(open, (group) => group.atRisk),
    late: sumOf(open, (group) => group.late),
    openMinutes: sumOf(open, (group) => group.open * times.minutesOf(group)),
    reportedToday: sumOf(reported, ({ today }) => today),
    reportedThisWeek: sumOf(reported, ({ count }) => count),
    reportedMinutesThisWeek: sumOf(reported, (group) => group.count * times.minutesOf(group)),
  }
}

const byNeed = (one: DoctorWorkload, other: DoctorWorkload) =>
  other.late - one.late || other.atRisk - one.atRisk || other.openMinutes - one.openMinutes

const none: Waiting = { open: 0, atRisk: 0, late: 0 }

async function describeDoctors(db: Db, zone: string): Promise<DoctorWorkload[]> {
  const [doctors, known] = await Promise.all([listDoctorWorkloads(db, zone), listReadingTimes(db)])
  const times = makeReadingTimes(known)
  return doctors.map((doctor) => describe(doctor, times))
}

/** Returns the present work of every doctor, those with the most late studies first. Days and weeks begin in `zone`. */
export const listDoctorsByNeed = async (db: Db, zone: string): Promise<DoctorWorkload[]> =>
  (await describeDoctors(db, zone)).toSorted(byNeed)

/** Returns the present work of every doctor and laboratory (docs/decisions/turnaround/workload.md). Days and weeks begin in the clinic's zone. */
export async function viewWorkload(db: Db, clock: Clock): Promise<Workload> {
  const [doctors, labs, counted, readers, givenBack] = await Promise.all([
    listDoctorsByNeed(db, clock.zone),
    listLabWorkloads(db, clock.zone),
    countCauses(db),
    listPresences(db),
    countGivenBackByCause(db, clock.zone),
  ])
  const causes: Record<WaitingCause, Waiting> = {
    unassigned: none,
    unopened: none,
    unwritten: none,
    unsigned: none,
    paused: none,
  }
  for (const { cause, ...waiting } of counted) causes[cause] = waiting
  const working = readers.filter((reader) => reader.lacks === null && worksAt(reader, clock))
  const readersOf = (labId: string) => working.filter(({ readsLabIds }) => readsLabIds === null || readsLabIds.includes(labId))
  return {
    doctors,
    labs: labs.map((lab) => ({ ...lab, readersOn: readersOf(lab.labId).map(({ fullName }) => fullName) })),
    causes,
    givenBack,
  }
}

function mediansOf(doctors: readonly DoctorWorkload[]): NonNullable<OwnWorkload['others']> {
  const turnarounds = doctors.flatMap(({ medianTurnaround }) => medianTurnaround ?? [])
  return {
    open: medianOf(doctors.map(({ open }) => open)),
    atRisk: medianOf(doctors.map(({ atRisk }) => atRisk)),
    late: medianOf(doctors.map(({ late }) => late)),
    openMinutes: medianOf(doctors.map(({ openMinutes }) => openMinutes)),
    reportedToday: medianOf(doctors.map(({ reportedToday }) => reportedToday)),
    reportedThisWeek: medianOf(doctors.map(({ reportedThisWeek }) => reportedThisWeek)),
    reportedMinutesThisWeek: medianOf(doctors.map(({ reportedMinutesThisWeek }) => reportedMinutesThisWeek)),
    givenBackThisWeek: medianOf(doctors.map(({ givenBackThisWeek }) => givenBackThisWeek)),
    medianTurnaround: turnarounds.length < fewestOthers ? null : medianOf(turnarounds),
  }
}

/** Returns a doctor's own work and the medians of the others who can be assigned. Throws DOCTOR_NOT_FOUND. */
export async function viewOwnWorkload(db: Db, zone: string, doctorId: string | null): Promise<OwnWorkload> {
  const doctors = await describeDoctors(db, zone)
  const own = doctors.find((doctor) => doctor.doctorId === doctorId)
  if (!own) throw new AppError('DOCTOR_NOT_FOUND')
  const others = doctors.filter((doctor) => doctor !== own && doctor.isAssignable)
  return { own, others: others.length < fewestOthers ? null : mediansOf(others) }
}
