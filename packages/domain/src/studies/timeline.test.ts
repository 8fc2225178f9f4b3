import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import { nextStatus, type StudyEvent, studyEvents } from '@readroom/contracts/studies/study-workflow'
import { lockStudy } from '@readroom/db/studies/studies'
import { listStudyEvents, type Timeline } from '@readroom/db/studies/study-events'
import { createDoctor, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { emptyTimeline, project } from './timeline.ts'
import { transition } from './transition.ts'

const system = { role: 'admin', labId: null, doctorId: null } as const
const minute = 60_000

describe('the timeline of a study', () => {
  let database: TestDatabase
  let doctorId: string
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    doctorId = (await createDoctor(database.db)).doctor.id
  })
  afterAll(() => database.drop())

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
        await transition(tx, study, event, { actorUserId: null, details: { doctorId, priority, caseType } })
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
    })
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
        const { id, receivedAt } = await createStudy(database.db)
        for (const { event, priority, caseType } of happenings) await happen(id, [event], priority, caseType)
        expect(await read(id)).toMatchObject(await rebuild(id, receivedAt))
      }),
      { numRuns: 40 },
    )
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
})
