import { isDeepStrictEqual } from 'node:util'
import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import { nextStatus, type StudyEvent, studyEvents } from '@readroom/contracts/studies/study-workflow'
import { deadlineRules } from '@readroom/db/studies/deadline-rules/deadline-rules.schema'
import { lockStudy } from '@readroom/db/studies/studies'
import { listStudyEvents, type Timeline } from '@readroom/db/studies/study-events'
import { createDoctor, createLab, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { DeadlineTarget } from './deadline-rules/deadline-choice.ts'
import { emptyTimeline, project } from './timeline.ts'
import { transition } from './transition.ts'

/** The details of every event. */
const detailsOfAll = {
  doctorId: '00000000-0000-4000-8000-000000000001',
  priority: 'EMERGENCY',
  caseType: 'stat',
  steps: ['warning'],
  dealt: {
    by: 'assign',
    explanation: {
      rule: 'share',
      minutes: 6,
      deficitMinutes: 0,
      openStat: 0,
      eligible: 1,
      expectedAt: null,
      isAfterShift: true,
      others: [],
    },
  },
  pauseReason: 'clinicalInformation',
  pausedUntil: new Date('2026-06-15T14:00:00Z'),
  mark: 'studyException',
}

const system = { role: 'admin', labId: null, doctorId: null } as const
const minute = 60_000
/** What an event says that pauses a study, or renews its pause. */
const pause = { pauseReason: 'clinicalInformation', pausedUntil: new Date(Date.now() + 7 * 1440 * minute) } as const
const Targeted = z.object({ target: DeadlineTarget.optional() })

describe('the timeline of a study', () => {
  let database: TestDatabase
  let doctorId: string
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    doctorId = (await createDoctor(database.db)).doctor.id
  })
  afterAll(() => database.drop())
  afterEach(() => database.db.delete(deadlineRules))

  /** Makes a rule, or gives the one for the same studies other minutes. Returns its id. */
  async function setRule(rule: typeof deadlineRules.$inferInsert): Promise<string | undefined> {
    const { labId, urgency, modality } = deadlineRules
    const conflict = { target: [labId, urgency, modality], set: { minutes: rule.minutes } }
    const [row] = await database.db.insert(deadlineRules).values(rule).onConflictDoUpdate(conflict).returning()
    return row?.id
  }
  const minutesOf = ({ readyAt, dueAt }: Timeline) => ((dueAt?.getTime() ?? 0) - (readyAt?.getTime() ?? 0)) / minute
  /** Returns the events that name a target, each with it. */
  const targetsOf = async (studyId: string) =>
    (await listStudyEvents(database.db, studyId)).flatMap(({ event, details }) => {
      const { target } = Targeted.parse(details)
      return target ? [{ event, ...target }] : []
    })

  const read = (studyId: string) =>
    database.db.transaction(async (tx) => {
      const [, study] = await lockStudy(tx, system, studyId)
      if (!study) throw new Error('no such study')
      return study
    })

  /** Each in a transaction of its own; what the workflow refuses is left out. */
  async function happen(
    studyId: string,
    events: readonly StudyEvent[],
    priority: (typeof priorities)[number] = 'URGENT',
    caseType: (typeof caseTypes)[number] = 'routine',
  ) {
    for (const event of events) {
      await database.db.transaction(async (begun) => {
        const [tx, study] = await lockStudy(begun, system, studyId)
        if (!study || nextStatus(study.status, event) === null) return
        await transition(tx, study, event, {
          actorUserId: null,
          details: { doctorId, priority, caseType, steps: ['warning'], mark: 'studyException', ...pause },
          reason: 'Both knees',
        })
      })
    }
    return read(studyId)
  }

  /** Returns the timeline that results from the history alone. */
  async function rebuild(studyId: string, receivedAt: Date): Promise<Timeline> {
    const timeline: Timeline = { ...emptyTimeline, receivedAt }
    for (const event of await listStudyEvents(database.db, studyId)) Object.assign(timeline, project(timeline, event))
    return timeline
  }

  it('is what its history says, whatever happens to it', async () => {
    const happening = fc.record({
      event: fc.constantFrom(...studyEvents),
      priority: fc.constantFrom(...priorities),
      caseType: fc.constantFrom(...caseTypes),
      /** A rule that is changed before the event. */
      rule: fc.option(
        fc.record({
          urgency: fc.constantFrom(...priorities, null),
          modality: fc.constantFrom('CT', null),
          minutes: fc.integer({ min: 1, max: 43_200 }),
        }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
        const { id, receivedAt } = await createStudy(database.db, { modalities: ['CT'] })
        for (const { event, priority, caseType, rule } of happenings) {
          if (rule) await setRule(rule)
          await happen(id, [event], priority, caseType)
        }
        expect(await read(id)).toMatchObject(await rebuild(id, receivedAt))
      }),
      { numRuns: 40 },
    )
  })

  it('has no value that no event sets: an event that is not among the milestones changes nothing', () => {
    const receivedAt = new Date('2026-06-15T10:00:00Z')
    const untouched: Timeline = { ...emptyTimeline, receivedAt }
    const [at, later] = [new Date('2026-06-15T11:00:00Z'), new Date('2026-06-15T12:00:00Z')]
    const happen = (before: Timeline, event: StudyEvent, when: Date) =>
      project(before, { event, at: when, fromStatus: 'assigned_to_doctor', details: detailsOfAll, reason: 'Both knees' })
    const settled = { ...untouched, ...happen(untouched, 'settled', at) }
    const paused = { ...settled, ...happen(settled, 'paused', at) }
    const changes = studyEvents.flatMap((event) => [untouched, paused].map((before) => happen(before, event, later)))
    const empty = new Map<string, unknown>(Object.entries(emptyTimeline))
    const set = changes.flatMap((change) =>
      Object.entries(change).flatMap(([name, value]) => (isDeepStrictEqual(value, empty.get(name)) ? [] : [name])),
    )
    expect([...empty.keys()].filter((name) => !set.includes(name))).toEqual([])
  })

  it('goes from the first image to the delivered report', async () => {
    const { id } = await createStudy(database.db)
    const study = await happen(id, ['received', 'settled', 'assigned', 'opened', 'drafted', 'finalized', 'downloaded_by_lab'])
    const { receivedAt, readyAt, assignedAt, openedAt, reportedAt, deliveredAt } = study
    const milestones = [receivedAt, readyAt, assignedAt, openedAt, reportedAt, deliveredAt].map((at) => at?.getTime() ?? 0)
    expect(milestones).toEqual(milestones.toSorted((a, b) => a - b))
    expect(milestones[0]).toBeGreaterThan(0)
    expect(study).toMatchObject({ cycle: 1, draftedAt: null, withdrawnAt: null, reportedByDoctorId: doctorId })
  })

  it('keeps the first time at which a study was assigned, opened and delivered', async () => {
    const { id } = await createStudy(database.db)
    const first = await happen(id, ['settled', 'assigned', 'opened', 'finalized', 'downloaded_by_lab'])
    const again = await happen(id, ['assigned', 'opened', 'downloaded_by_lab'])
    for (const one of ['assignedAt', 'firstAssignedAt', 'openedAt', 'deliveredAt'] as const) {
      expect(first[one]).not.toBeNull()
      expect(again[one]).toEqual(first[one])
    }
  })

  it('begins anew with a reset, and keeps who has the study', async () => {
    const { id } = await createStudy(database.db)
    await happen(id, ['settled', 'assigned', 'opened', 'finalized', 'downloaded_by_lab'])
    const study = await happen(id, ['reset'])
    expect(study).toMatchObject({ cycle: 2, openedAt: null, reportedAt: null, deliveredAt: null })
    expect([study.readyAt, study.assignedAt, study.withdrawnAt]).toEqual([study.resetAt, study.resetAt, study.resetAt])
    expect(study.dueAt?.getTime()).toBe((study.resetAt?.getTime() ?? 0) + 1440 * minute)
  })

  it('is due after the target of its case type if that is more urgent than its priority', async () => {
    const { id } = await createStudy(database.db)
    await happen(id, ['settled'])
    const urgent = await happen(id, ['prioritized'], 'HIGH', 'emergency')
    expect(urgent.dueAt?.getTime()).toBeLessThanOrEqual((urgent.readyAt?.getTime() ?? 0) + 61 * minute)
    const routine = await happen(id, ['prioritized'], 'HIGH', 'routine')
    expect(routine.dueAt?.getTime()).toBe((routine.readyAt?.getTime() ?? 0) + 480 * minute)
  })

  it('is due after the target of its priority; a raised one never moves the deadline away', async () => {
    const { id } = await createStudy(database.db)
    const { readyAt, dueAt } = await happen(id, ['settled'])
    const ready = readyAt?.getTime() ?? 0
    expect(dueAt?.getTime()).toBe(ready + 1440 * minute)
    const raised = await happen(id, ['prioritized'], 'EMERGENCY')
    expect(raised.dueAt?.getTime()).toBeLessThan(ready + 61 * minute)
    const lowered = await happen(id, ['prioritized'], 'HIGH')
    expect(lowered.dueAt?.getTime()).toBe(ready + 480 * minute)
    const reported = await happen(id, ['assigned', 'finalized', 'prioritized'], 'STAT')
    expect(reported).toMatchObject({ priority: 'STAT', dueAt: lowered.dueAt })
  })

  it('is ready when the last images before the report have settled, not those after it', async () => {
    const { id } = await createStudy(database.db)
    const first = await happen(id, ['settled', 'assigned'])
    const late = await happen(id, ['images_added', 'settled'])
    expect(late.readyAt?.getTime()).toBeGreaterThanOrEqual(first.readyAt?.getTime() ?? 0)
    expect(late.newImagesAt).toBeInstanceOf(Date)
    const reported = await happen(id, ['finalized'])
    expect(reported.newImagesAt).toBeNull()
    const after = await happen(id, ['images_added', 'settled'])
    expect(after).toMatchObject({ readyAt: late.readyAt, dueAt: late.dueAt, reportedAt: reported.reportedAt })
    expect(after.newImagesAt).toBeInstanceOf(Date)
  })
  it('is due by the rule of its laboratory, urgency and modality, and its events say which one', async () => {
    const lab = await createLab(database.db)
    const ofLab = await setRule({ labId: lab.id, minutes: 300, warningPercent: 60 })
    const ofUrgentMR = await setRule({ urgency: 'URGENT', modality: 'MR', minutes: 90 })
    const { id } = await createStudy(database.db, { labId: lab.id, modalities: ['MR'] })
    expect(minutesOf(await happen(id, ['settled']))).toBe(300)
    expect(minutesOf(await happen((await createStudy(database.db, { modalities: ['MR'] })).id, ['settled']))).toBe(1440)
    const elsewhere = await createStudy(database.db, { priority: 'URGENT', modalities: ['CT', 'MR'] })
    expect(minutesOf(await happen(elsewhere.id, ['settled']))).toBe(90)
    expect(await targetsOf(id)).toMatchObject([{ event: 'settled', minutes: 300, warningPercent: 60, ruleId: ofLab }])
    expect(await targetsOf(elsewhere.id)).toMatchObject([
      { event: 'settled', minutes: 90, warningPercent: 75, ruleId: ofUrgentMR },
    ])
  })

  it('is due by the rule with the fewest minutes if it has several modalities', async () => {
    await setRule({ modality: 'PT', minutes: 600 })
    await setRule({ modality: 'CT', minutes: 120 })
    const { id } = await createStudy(database.db, { modalities: ['PT', 'CT'] })
    expect(minutesOf(await happen(id, ['settled']))).toBe(120)
  })

  it('keeps its deadline when the rule changes or goes, until the clock begins anew', async () => {
    const ruleId = await setRule({ minutes: 30 })
    const { id } = await createStudy(database.db)
    const before = await happen(id, ['settled', 'assigned'])
    await setRule({ minutes: 45 })
    expect((await happen(id, ['opened'])).dueAt).toEqual(before.dueAt)
    expect(minutesOf(await happen(id, ['reset']))).toBe(45)
    await database.db.delete(deadlineRules)
    expect(minutesOf(await happen(id, ['finalized', 'reset']))).toBe(1440)
    expect(await targetsOf(id)).toMatchObject([
      { minutes: 30, ruleId },
      { minutes: 45, ruleId },
      { minutes: 1440, ruleId: null },
    ])
  })

  it('is raised by the order of urgencies, also if the higher one has more minutes', async () => {
    await setRule({ urgency: 'STAT', minutes: 600 })
    const { id } = await createStudy(database.db)
    await happen(id, ['settled'])
    const stat = await happen(id, ['prioritized'], 'STAT')
    await setRule({ urgency: 'EMERGENCY', minutes: 1200 })
    const emergency = await happen(id, ['prioritized'], 'EMERGENCY')
    expect(minutesOf(stat)).toBeLessThan(601)
    expect(emergency.dueAt).toEqual(stat.dueAt)
  })

  it('is at risk after the warning share of the target that made its deadline', async () => {
    const lab = await createLab(database.db)
    await setRule({ labId: lab.id, minutes: 100, warningPercent: 60 })
    await setRule({ labId: lab.id, urgency: 'STAT', minutes: 50, warningPercent: 90 })
    await setRule({ labId: lab.id, urgency: 'EMERGENCY', minutes: 400, warningPercent: 10 })
    const { id } = await createStudy(database.db, { labId: lab.id })
    const warnedBefore = ({ dueAt, warnAt }: Timeline) => ((dueAt?.getTime() ?? 0) - (warnAt?.getTime() ?? 0)) / minute
    expect(warnedBefore(await happen(id, ['settled']))).toBe(40)
    const raised = await happen(id, ['prioritized'], 'STAT')
    expect(warnedBefore(raised)).toBe(5)
    expect(await happen(id, ['prioritized'], 'EMERGENCY')).toMatchObject({ dueAt: raised.dueAt, warnAt: raised.warnAt })
    expect(warnedBefore(await happen(id, ['prioritized'], 'NORMAL'))).toBe(40)
  })

  it('names a target only in events that set the deadline', async () => {
    const { id } = await createStudy(database.db)
    await happen(id, ['received', 'prioritized'], 'HIGH')
    await happen(id, ['settled', 'assigned', 'finalized', 'prioritized', 'settled'], 'STAT')
    expect(await targetsOf(id)).toMatchObject([{ event: 'settled', minutes: 480, warningPercent: 75, ruleId: null }])
  })

  it('is due after the default in the events of versions without rules', () => {
    const [at, readyAt] = [new Date('2026-11-02T08:00:00Z'), new Date('2026-11-02T07:00:00Z')]
    const timeline: Timeline = { ...emptyTimeline, receivedAt: readyAt }
    const old = { at, fromStatus: null, reason: null, details: {} }
    expect(project(timeline, { ...old, event: 'settled' })).toMatchObject({
      readyAt: at,
      dueAt: new Date('2026-11-03T08:00:00Z'),
      warnAt: new Date('2026-11-03T02:00:00Z'),
    })
  })
})
