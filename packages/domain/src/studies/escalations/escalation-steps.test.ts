import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import { type EscalationStep, escalationSteps } from '@readroom/contracts/studies/escalation'
import { isStat } from '@readroom/contracts/studies/urgency'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueSteps, type Escalating, highestOf, nextEscalationAt } from './escalation-steps.ts'

const minute = 60_000
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * minute)

/** A study that is ready at minute 0, opened and reported at the given minutes or never. */
type Case = {
  study: Escalating
  warn: number
  due: number
  opened: number | null
  reported: number | null
  /** The end of a pause that has lasted from the beginning on. */
  paused: number | null
  /** When its doctor was found not to read it in time. Opening it clears that time: see `timeline.ts`. */
  dealt: number | null
  /** The minutes at which the tick runs; long pauses are outages. */
  ticks: number[]
}
const cases: fc.Arbitrary<Case> = fc
  .record({
    priority: fc.constantFrom(...priorities),
    caseType: fc.constantFrom(...caseTypes),
    due: fc.integer({ min: 2, max: 400 }),
    percent: fc.integer({ min: 1, max: 99 }),
    opened: fc.option(fc.integer({ min: 1, max: 600 })),
    reported: fc.option(fc.integer({ min: 1, max: 900 })),
    paused: fc.option(fc.integer({ min: 1, max: 600 })),
    dealt: fc.option(fc.integer({ min: 0, max: 400 })),
    ticks: fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 12 }),
  })
  .map(({ priority, caseType, due, percent, opened, reported, paused, dealt, ticks }) => {
    const warn = Math.floor((due * percent) / 100)
    const times = { readyAt: at(0), warnAt: at(warn), dueAt: at(due), openedAt: null, reportedAt: null }
    const pausedUntil = paused === null ? null : at(paused)
    const study: Escalating = {
      priority,
      caseType,
      statSince: null,
      misplacedAt: dealt === null ? null : at(dealt),
      escalatedSteps: [],
      escalateAt: null,
      pausedUntil,
      ...times,
    }
    return { study, warn, due, opened, reported, paused, dealt, ticks: ticks.toSorted((one, other) => one - other) }
  })

/** The rule in plain words: from which minute on each step is true while nobody opens the study. */
const minuteOf: Record<EscalationStep, (one: Case) => number> = {
  warning: ({ warn }) => warn,
  misplaced: ({ dealt }) => dealt ?? Number.POSITIVE_INFINITY,
  unopened: ({ study }) => (isStat(study) ? 15 : Number.POSITIVE_INFINITY),
  deadline: ({ due }) => due,
  overdue: ({ due }) => due * 1.5,
}

/** Told beside the others. */
const besides = (step: EscalationStep) => step === 'unopened' || step === 'misplaced'

const happened = (minutes: number | null, now: number) => (minutes !== null && minutes <= now ? at(minutes) : null)

describe('the steps of the escalation', () => {
  it('come once, at the first tick after their time, and tell the highest that is true', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const seen: EscalationStep[] = []
        for (const now of one.ticks) {
          const present = { openedAt: happened(one.opened, now), reportedAt: happened(one.reported, now), escalatedSteps: seen }
          const study = { ...one.study, ...present }
          const steps = dueSteps(study, at(now))
          const isTrue = (step: EscalationStep) =>
            study.reportedAt === null &&
            (one.paused ?? 0) <= now &&
            minuteOf[step](one) <= now &&
            (step !== 'unopened' || study.openedAt === null)
          expect(steps).toEqual(escalationSteps.filter((step) => isTrue(step) && !seen.includes(step)))
          expect(steps.length > 0).toBe((nextEscalationAt(study)?.getTime() ?? Number.POSITIVE_INFINITY) <= at(now).getTime())
          const told = highestOf(steps).filter((step) => !besides(step))
          expect(told.length).toBeLessThanOrEqual(1)
          for (const step of steps)
            if (!besides(step)) expect(minuteOf[told[0] ?? step](one)).toBeGreaterThanOrEqual(minuteOf[step](one))
          seen.push(...steps)
        }
        expect(new Set(seen).size).toBe(seen.length)
      }),
      { numRuns: 500 },
    )
  })

  it('count fifteen minutes from when the study became an emergency', () => {
    const raised: Escalating = {
      priority: 'EMERGENCY',
      caseType: 'routine',
      statSince: at(300),
      misplacedAt: null,
      readyAt: at(0),
      warnAt: at(900),
      dueAt: at(1000),
      openedAt: null,
      reportedAt: null,
      pausedUntil: null,
      escalatedSteps: [],
      escalateAt: null,
    }
    expect([dueSteps(raised, at(314)), dueSteps(raised, at(315))]).toEqual([[], ['unopened']])
  })

  it('wait for the end of a pause', () => {
    const times = { readyAt: at(0), warnAt: at(30), dueAt: at(60), openedAt: at(1), reportedAt: null }
    const study: Escalating = {
      priority: 'NORMAL',
      caseType: 'routine',
      statSince: null,
      misplacedAt: null,
      escalatedSteps: ['warning'],
      escalateAt: null,
      ...times,
      pausedUntil: at(200),
    }
    expect(dueSteps(study, at(199))).toEqual([])
    expect(nextEscalationAt(study)).toEqual(at(200))
    expect(dueSteps({ ...study, pausedUntil: null }, at(199))).toEqual(['deadline', 'overdue'])
  })
})
