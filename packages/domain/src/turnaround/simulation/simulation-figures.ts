import { isReadModality } from '@readroom/contracts/studies/modalities'
import {
  maxUnfitGroups,
  type SimulationResult,
  type UnfitGroup,
  type Work,
} from '@readroom/contracts/turnaround/assignment-simulations'
import type { Lateness } from '@readroom/contracts/turnaround/lateness'
import { evennessOf } from '../evenness.ts'
import { replayReal, type Simulated, type SimulatedStudy, type SimulationInput } from './simulation.ts'

/** Returns how many studies had no report at their deadline, of those whose deadline was over at an instant. */
export function latenessOf<S extends { dueAt: number | null }>(
  studies: readonly S[],
  doneAt: (study: S) => number | null,
  now: number,
): Lateness {
  let due = 0
  let late = 0
  for (const study of studies) {
    if (study.dueAt === null || study.dueAt > now) continue
    due += 1
    if ((doneAt(study) ?? Number.POSITIVE_INFINITY) > study.dueAt) late += 1
  }
  return { due, late }
}

/** Adds up the studies of each doctor. */
function workOf(studies: readonly SimulatedStudy[], doctorOf: (study: SimulatedStudy) => string | null): Map<string, Work> {
  const work = new Map<string, Work>()
  for (const study of studies) {
    const doctorId = doctorOf(study)
    if (doctorId === null) continue
    const { studies: count, minutes } = work.get(doctorId) ?? { studies: 0, minutes: 0 }
    work.set(doctorId, { studies: count + 1, minutes: minutes + study.minutes })
  }
  return work
}

function groupUnfit({ unfit, dealtTo }: Simulated): UnfitGroup[] {
  const groups = new Map<string, UnfitGroup>()
  for (const { study, reason } of unfit) {
    const modalities = study.modalities.filter(isReadModality).toSorted()
    const key = JSON.stringify([study.labId, modalities, reason])
    const group = groups.get(key) ?? { labId: study.labId, modalities, reason, studies: 0, neverDealt: 0 }
    const neverDealt = group.neverDealt + (dealtTo.has(study.studyId) ? 0 : 1)
    groups.set(key, { ...group, studies: group.studies + 1, neverDealt })
  }
  return [...groups.values()].toSorted((one, other) => other.neverDealt - one.neverDealt || other.studies - one.studies)
}

const noWork: Work = { studies: 0, minutes: 0 }

const dealtWork = ({ studies }: SimulationInput, { dealtTo }: Simulated) =>
  workOf(studies, ({ studyId }) => dealtTo.get(studyId) ?? null)

const dealtLateness = ({ studies, period }: SimulationInput, { readAt }: Simulated) =>
  latenessOf(studies, ({ studyId }) => readAt.get(studyId) ?? null, period.to)

/** Returns what the engine did with changes. */
export function describeChanged(input: SimulationInput, simulated: Simulated): NonNullable<SimulationResult['changed']> {
  const dealt = dealtWork(input, simulated)
  const doctors = [...simulated.shares].map(([doctorId, share]) => ({
    doctorId,
    dealt: dealt.get(doctorId) ?? noWork,
    shareMinutes: Math.round(share),
  }))
  return {
    doctors,
    evenness: evennessOf(doctors.map((doctor) => ({ ...doctor, minutes: doctor.dealt.minutes }))),
    lateness: dealtLateness(input, simulated),
    neverDealt: input.studies.length - simulated.dealtTo.size,
  }
}

/** Returns what the engine did beside what happened. */
export function compareWithReal(input: SimulationInput, simulated: Simulated): SimulationResult {
  const { studies, readers, period } = input
  const { dealtTo, shares, rules } = simulated
  const real = workOf(studies, ({ realDoctorId }) => realDoctorId)
  const dealt = dealtWork(input, simulated)
  const replayed = replayReal(input)
  const doctors = readers
    .filter(({ doctorId }) => real.has(doctorId) || shares.has(doctorId))
    .map(({ doctorId, isAssignable }) => ({
      doctorId,
      isAssignable,
      real: real.get(doctorId) ?? noWork,
      dealt: dealt.get(doctorId) ?? noWork,
      shareMinutes: Math.round(shares.get(doctorId) ?? 0),
    }))
  const evenness = (of: 'real' | 'dealt') => evennessOf(doctors.map((doctor) => ({ ...doctor, minutes: doctor[of].minutes })))
  const lateness = (doneAt: (study: SimulatedStudy) => number | null) => latenessOf(studies, doneAt, period.to)
  const unfit = groupUnfit(simulated)
  return {
    studies: studies.length,
    doctors,
    rules,
    evenness: { real: evenness('real'), dealt: evenness('dealt') },
    lateness: {
      real: lateness(({ reportedAt }) => reportedAt),
      realModel: lateness(({ studyId }) => replayed.get(studyId) ?? null),
      dealtModel: dealtLateness(input, simulated),
    },
    changed: null,
    unfit: unfit.slice(0, maxUnfitGroups),
    unfitStudies: simulated.unfit.length,
    neverDealt: studies.length - dealtTo.size,
  }
}
