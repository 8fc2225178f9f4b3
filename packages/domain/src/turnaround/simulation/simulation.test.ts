import {
  addedDoctorId,
  type SimulationChanges,
  type SimulationResult,
} from '@readroom/contracts/turnaround/assignment-simulations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aReader, aStudy } from '../../studies/assignments/ranking.fixture.ts'
import type { Reader } from '../../studies/assignments/ranking.ts'
import { evennessOf } from '../evenness.ts'
import { withChanges } from './changed-input.ts'
import { type Simulated, type SimulatedReader, type SimulatedStudy, type SimulationInput, simulateDeals } from './simulation.ts'
import { compareWithReal, describeChanged } from './simulation-figures.ts'

const hour = 3_600_000
const minute = 60_000
/** A Wednesday. */
const midnight = Date.parse('2026-11-25T00:00:00Z')
const at = (hours: number) => midnight + hours * hour

const reader = (doctorId: string, facts: Partial<Reader> = {}, isAssignable = true): SimulatedReader => ({
  ...aReader(doctorId, facts),
  isAssignable,
})
const study = (studyId: string, readyAt: number, facts: Partial<SimulatedStudy> = {}): SimulatedStudy => ({
  ...aStudy(facts),
  studyId,
  readyAt,
  assignedAt: readyAt,
  reportedAt: null,
  realDoctorId: null,
  ...facts,
})
const shift = (from: string, to: string): Reader['works'] => ({
  presence: { timeZone: 'UTC', shifts: [{ weekday: 'Wednesday', from, to }], absences: [] },
  availableDays: [],
})

const inputOf = (readers: SimulatedReader[], studies: SimulatedStudy[]): SimulationInput => {
  return { studies, readers, zone: 'UTC', period: { from: midnight, to: at(24) }, rulesOff: [] }
}
function deal(input: SimulationInput): Simulated {
  const deals = simulateDeals(input)
  for (let step = deals.next(); ; step = deals.next()) if (step.done) return step.value
}
function run(readers: SimulatedReader[], studies: SimulatedStudy[]): SimulationResult {
  const input = inputOf(readers, studies)
  return compareWithReal(input, deal(input))
}
function runChanged(readers: SimulatedReader[], studies: SimulatedStudy[], changes: Partial<SimulationChanges>) {
  const input = withChanges(inputOf(readers, studies), { addedDoctor: null, rulesOff: [], shares: [], ...changes })
  return describeChanged(input, deal(input))
}
const dealtWork = ({ doctors }: SimulationResult) =>
  Object.fromEntries(doctors.map(({ doctorId, dealt }) => [doctorId, dealt.minutes]))

describe('a simulation', () => {
  it('says what each doctor really had, was dealt, and should have had', () => {
    const studies = [1, 2, 3, 4].map((number) =>
      study(String(number), at(number), { realDoctorId: 'busy', modalities: ['MR'], reportedAt: at(number + 1) }),
    )
    const { doctors, evenness, rules, ...counts } = run([reader('busy'), reader('free'), reader('gone', {}, false)], studies)
    expect(doctors).toEqual([
      {
        doctorId: 'busy',
        isAssignable: true,
        real: { studies: 4, minutes: 32 },
        dealt: { studies: 2, minutes: 16 },
        shareMinutes: 16,
      },
      {
        doctorId: 'free',
        isAssignable: true,
        real: { studies: 0, minutes: 0 },
        dealt: { studies: 2, minutes: 16 },
        shareMinutes: 16,
      },
    ])
    expect(evenness).toEqual({ real: 0.5, dealt: 1 })
    expect(rules).toEqual({ share: 4 })
    expect(counts).toMatchObject({ studies: 4, unfit: [], unfitStudies: 0, neverDealt: 0 })
  })

  it('shows a doctor who cannot be assigned any more with the studies that were really theirs', () => {
    const { doctors, lateness } = run([reader('gone', {}, false)], [study('1', at(1), { realDoctorId: 'gone', dueAt: at(2) })])
    expect(doctors).toMatchObject([{ doctorId: 'gone', isAssignable: false, real: { studies: 1 }, dealt: { studies: 0 } }])
    expect(lateness.realModel).toEqual({ due: 1, late: 0 })
  })

  it('gives a patient’s next study to the same reader as long as the first is not read', () => {
    const facts = { modalities: ['CT'], patientId: 'mary' }
    const studies = [study('1', at(1), facts), study('2', at(1) + minute, facts), study('3', at(2), facts)]
    const result = run([reader('one'), reader('two')], studies)
    expect(result.rules).toMatchObject({ patient: 1, share: 2 })
    expect(dealtWork(result)).toEqual({ one: 12, two: 6 })
  })

  it('deals a study that nobody can read once a shift begins, or a reader falls below the limit', () => {
    const shifts = run([reader('day', { works: shift('08:00', '16:00') })], [study('night', at(1), { dueAt: at(9) })])
    expect(shifts).toMatchObject({
      unfit: [{ labId: 'harbor', modalities: ['CT'], reason: 'offShift', studies: 1, neverDealt: 0 }],
      unfitStudies: 1,
      neverDealt: 0,
      lateness: { dealtModel: { due: 1, late: 0 } },
    })
    const studies = [study('1', at(1)), study('2', at(1) + minute)]
    const limits = run([reader('one', { openMinutesLimit: 6 })], studies)
    expect(limits).toMatchObject({ unfit: [{ reason: 'limit', studies: 1, neverDealt: 0 }], neverDealt: 0 })
  })

  it('groups studies that nobody fits by laboratory, modalities and the obstacle of the doctor who came closest', () => {
    const readers = [
      reader('mr', { readsModalities: ['MR'] }),
      reader('late', { works: shift('23:00', '23:30'), readsModalities: ['US', 'MR'] }),
    ]
    const studies = [
      ...['1', '2'].map((id) => study(id, at(1), { modalities: ['MG', 'SR'] })),
      study('3', at(23.75), { modalities: ['US'] }),
      study('4', at(2), { modalities: ['US'] }),
    ]
    const { unfit, neverDealt } = run(readers, studies)
    expect(unfit).toEqual([
      { labId: 'harbor', modalities: ['MG'], reason: 'modality', studies: 2, neverDealt: 2 },
      { labId: 'harbor', modalities: ['US'], reason: 'offShift', studies: 2, neverDealt: 1 },
    ])
    expect(neverDealt).toBe(3)
    expect(run([], [study('1', at(1))]).unfit).toMatchObject([{ reason: null, neverDealt: 1 }])
  })

  it('counts lateness as it was, and of both assignments in the same model', () => {
    const studies = [
      // Really late because it was assigned late, which the model shows too.
      study('1', at(1), { realDoctorId: 'one', assignedAt: at(5), reportedAt: at(6), dueAt: at(2) }),
      // Really late although the model would have read it in time.
      study('2', at(3), { realDoctorId: 'one', reportedAt: at(9), dueAt: at(4) }),
      // Nobody had it.
      study('3', at(3), { dueAt: at(4) }),
      study('4', at(3), { realDoctorId: 'one', reportedAt: at(3.5), dueAt: at(4) }),
      // Not due yet.
      study('5', at(23), { dueAt: at(30) }),
    ]
    expect(run([reader('one'), reader('two')], studies).lateness).toEqual({
      real: { due: 4, late: 3 },
      realModel: { due: 4, late: 2 },
      dealtModel: { due: 4, late: 0 },
    })
  })

  it('has the same result again', () => {
    const anyStudies = fc.array(
      fc.record({
        minutes: fc.integer({ min: 0, max: 1439 }),
        facts: fc.record({
          modalities: fc.constantFrom(['CT'], ['MR'], ['MG']),
          urgency: fc.constantFrom('NORMAL', 'STAT'),
          patientId: fc.constantFrom('mary', 'john', null),
          dueAt: fc.option(fc.integer({ min: 0, max: 1439 }).map((minutes) => midnight + minutes * minute)),
          realDoctorId: fc.constantFrom('a', 'b', null),
        }),
      }),
      { maxLength: 60 },
    )
    const anyReaders = fc
      .constantFrom('06:00', '12:00')
      .map((from) => [
        reader('a', { works: shift(from, '20:00'), readsModalities: ['CT', 'MR'], openMinutesLimit: 20 }),
        reader('b', { share: 50 }),
        reader('c', { works: shift('18:00', '23:00') }),
      ])
    fc.assert(
      fc.property(anyReaders, anyStudies, (readers, drawn) => {
        const studies = drawn
          .map(({ minutes, facts }, index) => study(String(index), midnight + minutes * minute, facts))
          .toSorted((one, other) => one.readyAt - other.readyAt)
        const result = run(readers, studies)
        expect(run(JSON.parse(JSON.stringify(readers)), JSON.parse(JSON.stringify(studies)))).toEqual(result)
        // Reader b reads everything, so that every study is dealt, and each is counted once.
        expect(result.neverDealt).toBe(0)
        expect(result.doctors.reduce((sum, { dealt }) => sum + dealt.studies, 0)).toBe(studies.length)
      }),
    )
  })
})

describe('a simulation with changes', () => {
  const busyHour = Array.from({ length: 20 }, (_, index) =>
    study(String(index), at(8) + index * minute, { modalities: ['MR'], dueAt: at(9) }),
  )

  it('adds a doctor who works and reads like another, and fewer studies are late', () => {
    const day = [reader('day', { works: shift('08:00', '16:00') })]
    const before = run(day, busyHour)
    const changed = runChanged(day, busyHour, { addedDoctor: { name: 'Second', likeDoctorId: 'day' } })
    expect(before.lateness.dealtModel.late).toBeGreaterThan(changed.lateness.late)
    expect(Object.fromEntries(changed.doctors.map(({ doctorId, shareMinutes }) => [doctorId, shareMinutes]))).toEqual({
      day: 80,
      [addedDoctorId]: 80,
    })
    expect(changed.doctors.reduce((sum, { dealt }) => sum + dealt.studies, 0)).toBe(20)
  })

  it('adds nobody who works like a doctor who cannot be assigned', () => {
    const gone = [reader('gone', {}, false)]
    expect(runChanged(gone, busyHour, { addedDoctor: { name: 'X', likeDoctorId: 'gone' } }).neverDealt).toBe(20)
  })

  it('leaves a rule out', () => {
    const readers = [reader('ends', { works: shift('08:00', '08:10') }), reader('stays')]
    const one = [study('1', at(8) + 5 * minute, { modalities: ['MR'], priorDoctorId: 'ends' })]
    const dealtTo = (doctors: readonly { doctorId: string; dealt: { studies: number } }[]) =>
      doctors.filter(({ dealt }) => dealt.studies > 0).map(({ doctorId }) => doctorId)
    expect(dealtTo(run(readers, one).doctors)).toEqual(['stays'])
    expect(dealtTo(runChanged(readers, one, { rulesOff: ['shift'] }).doctors)).toEqual(['ends'])
  })

  it('gives other shares, and the same work as now without a difference', () => {
    const readers = [reader('one'), reader('two')]
    const minutes = (shares: SimulationChanges['shares']) =>
      runChanged(readers, busyHour.slice(0, 12), { shares }).doctors.map(({ shareMinutes }) => shareMinutes)
    expect(minutes([{ doctorId: 'two', share: 50 }])).toEqual([64, 32])
    const same = runChanged(readers, busyHour, { shares: [{ doctorId: 'two', share: 100 }] })
    const now = run(readers, busyHour)
    expect(same).toMatchObject({ evenness: now.evenness.dealt, lateness: now.lateness.dealtModel })
  })
})

it('evenness follows from the figures that are shown, also with a doctor who was hardly on', () => {
  const readers = [reader('one'), reader('two'), reader('brief', { works: shift('03:00', '03:01') })]
  const studies = Array.from({ length: 60 }, (_, index) => study(String(index), at(1) + index * 5 * minute))
  const { doctors, evenness } = run(readers, studies)
  expect(evenness.dealt).toBe(evennessOf(doctors.map(({ dealt, shareMinutes }) => ({ minutes: dealt.minutes, shareMinutes }))))
  expect(evenness.dealt).toBeGreaterThan(0.95)
})
