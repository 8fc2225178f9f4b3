import { type Balance, balanceDays } from '@readroom/contracts/turnaround/workload'
import type { Db } from '@readroom/db/core/client'
import { type GivenStudy, listGivenStudies } from '@readroom/db/turnaround/given-studies'
import { listReadingTimes } from '@readroom/db/turnaround/reading-times'
import { listSimulatedDoctors, type SimulatedDoctor } from '@readroom/db/turnaround/simulated-studies'
import { makeAbleReaders } from '../studies/assignments/able-readers.ts'
import { type Clock, needsOf } from '../studies/assignments/eligibility.ts'
import { makeReadingTimes } from '../studies/assignments/expected-minutes.ts'
import { makeReaderShifts } from '../studies/assignments/reader-shifts.ts'
import { dayOf } from '../studies/deadline-rules/working-time.ts'
import { creditShares, evennessOf } from './evenness.ts'
import { latenessOf } from './simulation/simulation-figures.ts'

type TimedStudy = GivenStudy & { minutes: number }

/** Returns how evenly studies, in the order in which they were given, follow the shares of the doctors who could read them then. */
export function balanceOf(studies: readonly TimedStudy[], doctors: readonly SimulatedDoctor[], { now, zone }: Clock): Balance {
  const readers = doctors
    .filter(({ isAssignable, lacks }) => isAssignable && lacks === null)
    .map(({ presence, availableDays, ...doctor }) => ({ ...doctor, works: { presence, availableDays } }))
  const shifts = makeReaderShifts(zone)
  const ableTo = makeAbleReaders(readers)
  const shares = new Map<string, number>()
  const given = new Map<string, number>()
  for (const study of studies) {
    const { doctorId, assignedAt, groupId, minutes } = study
    if (doctorId === null || assignedAt === null) continue
    given.set(doctorId, (given.get(doctorId) ?? 0) + minutes)
    const day = dayOf(assignedAt, zone).toString()
    const able = ableTo(needsOf([study])).filter(
      ({ groupIds, licenseExpiresOn, works }) =>
        (groupId === null || groupIds.includes(groupId)) &&
        (licenseExpiresOn === null || licenseExpiresOn >= day) &&
        shifts.workingAt(works, assignedAt.getTime()).away.length === 0,
    )
    creditShares(shares, minutes, able)
  }
  const described = doctors
    .filter(({ doctorId }) => given.has(doctorId) || shares.has(doctorId))
    .map(({ doctorId, fullName }) => ({
      doctorId,
      fullName,
      minutes: given.get(doctorId) ?? 0,
      shareMinutes: Math.round(shares.get(doctorId) ?? 0),
    }))
  const due = studies.map(({ dueAt, reportedAt }) => ({ dueAt: dueAt?.getTime() ?? null, doneAt: reportedAt?.getTime() ?? null }))
  return {
    evenness: evennessOf(described),
    doctors: described,
    lateness: latenessOf(due, ({ doneAt }) => doneAt, now.getTime()),
  }
}

/** Returns how evenly the studies of the last days were given, and how many of them were late. */
export async function viewBalance(db: Db, clock: Clock): Promise<Balance> {
  const [given, doctors, known] = await Promise.all([
    listGivenStudies(db, balanceDays),
    listSimulatedDoctors(db),
    listReadingTimes(db),
  ])
  const times = makeReadingTimes(known)
  const studies = given.map((study) => ({ ...study, minutes: times.minutesOf(study) }))
  return balanceOf(studies, doctors, clock)
}
