import type { DoctorWorkload, Waiting, WaitingCause, Workload } from '@readroom/contracts/turnaround/workload'
import type { Db } from '@readroom/db/core/client'
import { countCauses, type DoctorRow, listDoctorWorkloads, listLabWorkloads } from '@readroom/db/turnaround/workload'
import { expectedMinutes } from '../studies/suggestions.ts'

const sumOf = <T>(items: readonly T[], count: (item: T) => number) => items.reduce((sum, item) => sum + count(item), 0)

function describe({ open, reported, ...doctor }: DoctorRow): DoctorWorkload {
  return {
    ...doctor,
    open: sumOf(open, (group) => group.open),
    atRisk: sumOf(open, (group) => group.atRisk),
    late: sumOf(open, (group) => group.late),
    openMinutes: sumOf(open, (group) => group.open * expectedMinutes(group.modalities)),
    reportedToday: sumOf(reported, ({ today }) => today),
    reportedThisWeek: sumOf(reported, ({ count }) => count),
    reportedMinutesThisWeek: sumOf(reported, ({ count, modalities }) => count * expectedMinutes(modalities)),
  }
}

const byNeed = (one: DoctorWorkload, other: DoctorWorkload) =>
  other.late - one.late || other.atRisk - one.atRisk || other.openMinutes - one.openMinutes

const none: Waiting = { open: 0, atRisk: 0, late: 0 }

/** Returns the present work of every doctor and laboratory (docs/decisions/workload.md). Days and weeks begin in `zone`. */
export async function viewWorkload(db: Db, zone: string): Promise<Workload> {
  const [doctors, labs, counted] = await Promise.all([listDoctorWorkloads(db, zone), listLabWorkloads(db, zone), countCauses(db)])
  const causes: Record<WaitingCause, Waiting> = { unassigned: none, unopened: none, unwritten: none, unsigned: none }
  for (const { cause, ...waiting } of counted) causes[cause] = waiting
  return { doctors: doctors.map(describe).toSorted(byNeed), labs, causes }
}
