import type { Priority } from '@readroom/contracts/core/primitives'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import { auditLog } from '@readroom/db/core/audit.schema'
import { deadlineRules } from '@readroom/db/studies/deadline-rules/deadline-rules.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { listStudyEvents } from '@readroom/db/studies/study-events'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { transition } from '@readroom/domain/studies/transition'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/deadline-rules'
const minute = 60_000
const reason = 'New contract'

describe('deadline rules for open studies', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    await api.db.delete(deadlineRules)
    // Studies of other tests are no longer open.
    await api.db.update(studies).set({ dueAt: null })
  })

  const happen = (studyId: string, event: StudyEvent, priority: Priority = 'NORMAL') =>
    api.db.transaction(async (begun) => {
      const [tx, study] = await lockAnyStudy(begun, studyId)
      if (!study) throw new Error('no such study')
      const details = { priority, caseType: 'routine', doctorId: cast.assignedDoctor.doctorId }
      return transition(tx, study, event, { actorUserId: null, details })
    })
  async function settleNew(): Promise<string> {
    const { id } = await createStudy(api.db, { labId: cast.labA.id, modalities: ['CT'] })
    await happen(id, 'settled')
    return id
  }
  const setRule = async (minutes: number) => {
    await api.db.delete(deadlineRules)
    await api.db.insert(deadlineRules).values({ labId: cast.labA.id, minutes })
  }
  const read = async (studyId: string) => {
    const [study] = await api.db.select().from(studies).where(eq(studies.id, studyId))
    if (!study) throw new Error('no such study')
    return study
  }
  const minutesOf = async (studyId: string) => {
    const { readyAt, dueAt } = await read(studyId)
    return ((dueAt?.getTime() ?? 0) - (readyAt?.getTime() ?? 0)) / minute
  }
  const listChanges = async () => (await api.request({ url: `${root}/changes` }, cast.admin)).json()
  const apply = async (rulesVersion: string) =>
    (await api.request({ method: 'POST', url: `${root}/apply`, payload: { rulesVersion, reason } }, cast.admin)).json()

  it('lists old and new deadlines, changes nothing, and then writes them with a reason', async () => {
    const [open, reported] = [await settleNew(), await settleNew()]
    await happen(reported, 'assigned')
    await happen(reported, 'finalized')
    const before = await read(open)
    expect(await listChanges()).toMatchObject({ count: 0, changes: [] })
    await setRule(120)
    const { rulesVersion, ...listed } = await listChanges()
    const after = new Date((before.readyAt?.getTime() ?? 0) + 120 * minute)
    const change = { studyId: open, labName: cast.labA.name, before: before.dueAt?.toISOString(), after: after.toISOString() }
    expect(listed).toMatchObject({ count: 1, changes: [{ ...change, urgency: 'NORMAL', modalities: ['CT'] }] })
    expect(await read(open)).toEqual(before)

    expect(await apply(rulesVersion)).toMatchObject({ success: true, changed: 1, remaining: 0 })
    expect([await minutesOf(open), await minutesOf(reported)]).toEqual([120, 1440])
    const [event] = (await listStudyEvents(api.db, open)).toReversed()
    expect(event).toMatchObject({ event: 'deadline_applied', reason, actorUserId: cast.admin.userId })
    expect(event?.details).toMatchObject({
      dueBefore: before.dueAt?.toISOString(),
      target: { minutes: 120, dueAt: after.toISOString() },
    })
    const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({ action: 'deadline_rules.applied', details: { studies: 1 } })
    expect(await listChanges()).toMatchObject({ count: 0 })
  })

  it('are applied as if they had always been there, also to a raised urgency', async () => {
    const id = await settleNew()
    const raised = await happen(id, 'prioritized', 'URGENT')
    await api.db.insert(deadlineRules).values([
      { urgency: 'NORMAL', minutes: 5 },
      { urgency: 'URGENT', minutes: 30 },
    ])
    await apply((await listChanges()).rulesVersion)
    // The urgency never moves the deadline away, which five minutes of a routine study set.
    expect(await minutesOf(id)).toBe(5)
    await api.db.update(deadlineRules).set({ minutes: 600 }).where(eq(deadlineRules.urgency, 'NORMAL'))
    await apply((await listChanges()).rulesVersion)
    expect((await read(id)).dueAt?.getTime()).toBeLessThan((raised.dueAt?.getTime() ?? 0) - 200 * minute)
    expect(await minutesOf(id)).toBeGreaterThanOrEqual(30)
  })

  it('change the time from which a study is at risk, also if its deadline stays', async () => {
    await setRule(120)
    const id = await settleNew()
    const { dueAt, readyAt, warnAt } = await read(id)
    await api.db.update(deadlineRules).set({ warningPercent: 50 })
    const { rulesVersion, changes } = await listChanges()
    const warnAfter = new Date((readyAt?.getTime() ?? 0) + 60 * minute)
    const due = dueAt?.toISOString()
    const warned = { warnBefore: warnAt?.toISOString(), warnAfter: warnAfter.toISOString() }
    expect(changes).toMatchObject([{ studyId: id, before: due, after: due, ...warned }])
    await apply(rulesVersion)
    expect(await read(id)).toMatchObject({ dueAt, warnAt: warnAfter })
    expect(await listChanges()).toMatchObject({ count: 0 })
  })

  it('are refused if other rules count than those that were shown', async () => {
    const id = await settleNew()
    await setRule(120)
    const { rulesVersion } = await listChanges()
    await setRule(90)
    expect(await apply(rulesVersion)).toMatchObject({ code: 'CONFLICT' })
    expect(await minutesOf(id)).toBe(1440)
  })

  it('change each study once when two administrators apply them at the same time', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map(settleNew))
    await setRule(120)
    const { rulesVersion } = await listChanges()
    const answers = await Promise.all([apply(rulesVersion), apply(rulesVersion)])
    expect(answers.reduce((sum, { changed }) => sum + changed, 0)).toBe(5)
    for (const id of ids) {
      const events = await listStudyEvents(api.db, id)
      expect(events.filter(({ event }) => event === 'deadline_applied')).toHaveLength(1)
    }
  })

  it('ask for a reason', async () => {
    const payload = { rulesVersion: (await listChanges()).rulesVersion, reason: ' ' }
    const answer = await api.request({ method: 'POST', url: `${root}/apply`, payload }, cast.admin)
    expect(answer.json()).toMatchObject({ code: 'INVALID_FIELD', message: expect.stringContaining('reason') })
  })
})
