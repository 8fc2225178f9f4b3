import { pauseDays } from '@readroom/contracts/studies/pause-reasons'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import { auditLog } from '@readroom/db/core/audit.schema'
import { deadlineRules } from '@readroom/db/studies/deadline-rules/deadline-rules.schema'
import { officeCalendars } from '@readroom/db/studies/deadline-rules/office-calendars.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { listStudyEvents } from '@readroom/db/studies/study-events'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { transition } from '@readroom/domain/studies/transition'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const minute = 60_000
const day = 1440 * minute
const question = 'Is there a history of malignancy?'
const asked = { reason: 'clinicalInformation', question }

describe('a pause of the deadline', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(() => api.db.delete(deadlineRules))

  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'
  type Step = '' | '/renew' | '/resume' | '/answer'

  const happen = (studyId: string, event: StudyEvent, more: object = {}) =>
    api.db.transaction(async (begun) => {
      const [tx, study] = await lockAnyStudy(begun, studyId)
      if (!study) throw new Error('no such study')
      const details = { doctorId: cast.assignedDoctor.doctorId, ...more }
      return transition(tx, study, event, { actorUserId: null, details })
    })
  /** Makes a study of the doctor, due in a day. */
  async function makeStudy(): Promise<string> {
    const { id } = await createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment' })
    await createAssignment(api.db, { studyId: id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    await happen(id, 'settled')
    await happen(id, 'assigned')
    return id
  }
  const read = async (studyId: string) => {
    const [study] = await api.db.select().from(studies).where(eq(studies.id, studyId))
    if (!study) throw new Error('no such study')
    return study
  }
  const call = (who: Who, studyId: string, step: Step, payload: object) =>
    api.request({ method: 'POST', url: `/api/studies/${studyId}/pause${step}`, payload }, cast[who])
  const codeOf = async (answer: ReturnType<typeof call>) => {
    const { statusCode, json } = await answer
    return `${statusCode} ${json().code ?? 'OK'}`
  }
  const ask = async (who: Who, studyId: string): Promise<{ since: string; until: string }> =>
    (await call(who, studyId, '', asked)).json().study.pause
  /** Moves everything that has happened to a paused study into the past. Returns the beginning of the pause. */
  const age = async (studyId: string, milliseconds: number): Promise<string> => {
    const earlier = (at: Date | null) => at && new Date(at.getTime() - milliseconds)
    const { pausedAt, pausedUntil, readyAt, dueAt, warnAt } = await read(studyId)
    const times = { pausedAt, pausedUntil, readyAt, dueAt, warnAt }
    const moved = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, earlier(at)]))
    await api.db.update(studies).set(moved).where(eq(studies.id, studyId))
    for (const { id, at, details } of await listStudyEvents(api.db, studyId)) {
      const said = JSON.stringify(details).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (text) =>
        new Date(Date.parse(text) - milliseconds).toISOString(),
      )
      await api.asOwner(`begin; set local session_replication_role = replica;
        update study_events set at = '${earlier(at)?.toISOString()}', details = '${said}' where id = '${id}'; commit`)
    }
    return earlier(pausedAt)?.toISOString() ?? ''
  }
  const summaryOf = async (studyId: string) => {
    const { json } = await api.request({ url: `/api/patients/N%2FA?studyId=${studyId}` }, cast.staffA)
    return json().data
  }

  it('begins with a question, and ends with its answer', async () => {
    const id = await makeStudy()
    const { dueAt } = await read(id)
    const pause = await ask('assignedDoctor', id)
    expect(pause).toMatchObject({ reason: 'clinicalInformation' })
    expect(Date.parse(pause.until) - Date.parse(pause.since)).toBe(pauseDays * day)
    expect((await read(id)).dueAt?.getTime()).toBe((dueAt?.getTime() ?? 0) + pauseDays * day)

    const answer = { since: pause.since, answer: 'No malignancy is known.' }
    const { study } = (await call('staffA', id, '/answer', answer)).json()
    expect(study).toMatchObject({ pause: null, discussions: 2 })
    const { pausedSeconds, dueAt: after } = await read(id)
    expect(pausedSeconds).toBeLessThan(60)
    expect((after?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)).toBeGreaterThan(0)
    expect((after?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)).toBeLessThan(minute)
  })

  it('shows its question and its answer in the discussion and in the history', async () => {
    const id = await makeStudy()
    const { since } = await ask('assignedDoctor', id)
    await call('staffA', id, '/answer', { since, answer: 'None known.' })
    const { discussions } = (await api.request({ url: `/api/studies/${id}/discussions` }, cast.admin)).json()
    expect(discussions).toMatchObject([
      { kind: 'question', comment: question, userRole: 'doctor_account' },
      { kind: 'answer', comment: 'None known.', userRole: 'lab_staff' },
    ])
    const { course, reportedInfo } = await summaryOf(id)
    expect(course.filter(({ pause }: { pause: unknown }) => pause)).toMatchObject([
      { step: 'paused', pause: { reason: 'clinicalInformation', text: question, minutes: null } },
      { step: 'answered', pause: { text: 'None known.', minutes: 0 } },
    ])
    expect(reportedInfo).toMatchObject({ pausedMinutes: 0, netTurnaroundMinutes: null })
  })

  it('leaves no words in the audit log', async () => {
    const id = await makeStudy()
    const { since } = await ask('assignedDoctor', id)
    await call('staffA', id, '/answer', { since, answer: 'None known.' })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entries.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
      ['deadline.paused', cast.assignedDoctor.userId],
      ['deadline.answered', cast.staffA.userId],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/malignancy|None known/)
  })

  it('is the matter of those who have the study: doctor and administrator ask, the laboratory answers', async () => {
    const id = await makeStudy()
    expect(await codeOf(call('otherDoctor', id, '', asked))).toBe('404 STUDY_NOT_FOUND')
    expect(await codeOf(call('staffA', id, '', asked))).toBe('403 FORBIDDEN')
    const { since } = await ask('admin', id)
    const answer = { since, answer: 'None known.' }
    expect(await codeOf(call('staffB', id, '/answer', answer))).toBe('404 STUDY_NOT_FOUND')
    expect(await codeOf(call('assignedDoctor', id, '/answer', answer))).toBe('403 FORBIDDEN')
    expect(await codeOf(call('staffA', id, '/resume', { since }))).toBe('403 FORBIDDEN')
    expect(await codeOf(call('assignedDoctor', id, '/resume', { since }))).toBe('200 OK')
  })

  it('begins and ends once if two people do it at the same time', async () => {
    const id = await makeStudy()
    const begun = await Promise.all([codeOf(call('assignedDoctor', id, '', asked)), codeOf(call('admin', id, '', asked))])
    expect(begun.toSorted()).toEqual(['200 OK', '409 ALREADY_PAUSED'])
    const since = (await read(id)).pausedAt?.toISOString()
    const answers = ['None known.', 'Breast cancer, 2019.'].map((answer) =>
      codeOf(call('staffA', id, '/answer', { since, answer })),
    )
    expect((await Promise.all(answers)).toSorted()).toEqual(['200 OK', '409 NOT_PAUSED'])
    expect(await codeOf(call('admin', id, '/resume', { since }))).toBe('409 NOT_PAUSED')
    expect((await summaryOf(id)).course.filter(({ step }: { step: string }) => step === 'answered')).toHaveLength(1)
  })

  it('is not answered by an answer to an earlier question', async () => {
    const id = await makeStudy()
    const first = await ask('assignedDoctor', id)
    await call('admin', id, '/resume', { since: first.since })
    await ask('assignedDoctor', id)
    expect(await codeOf(call('staffA', id, '/answer', { since: first.since, answer: 'None.' }))).toBe('409 CONFLICT')
  })

  it('needs a study that waits for its report, a reason and a question', async () => {
    const id = await makeStudy()
    for (const wrong of [{ reason: 'lunch' }, { question: ' \n ' }, { question: 'x'.repeat(1_001) }]) {
      expect(await codeOf(call('assignedDoctor', id, '', { ...asked, ...wrong }))).toBe('400 INVALID_FIELD')
    }
    await happen(id, 'finalized')
    expect(await codeOf(call('assignedDoctor', id, '', asked))).toBe('409 INVALID_TRANSITION')
    const { id: arriving } = await createStudy(api.db, { labId: cast.labA.id })
    expect(await codeOf(call('admin', arriving, '', asked))).toBe('409 NO_DEADLINE')
    expect((await read(arriving)).pausedAt).toBeNull()
  })

  it.each(['finalized', 'reset'] as const)('ends with the event %s', async (event) => {
    const id = await makeStudy()
    const { dueAt } = await read(id)
    const { since } = await ask('assignedDoctor', id)
    const ended = await happen(id, event)
    expect(ended).toMatchObject({ pausedAt: null, pausedUntil: null, pauseReason: null })
    // Not seven days later, as it would be if nobody had ended the pause.
    expect((ended.dueAt?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)).toBeLessThan(minute)
    expect(await codeOf(call('staffA', id, '/answer', { since, answer: 'Too late.' }))).toMatch(/^409/)
  })

  it('ends by itself after seven days, and its question still waits', async () => {
    const id = await makeStudy()
    const { dueAt: first } = await read(id)
    await ask('assignedDoctor', id)
    const since = await age(id, (pauseDays + 1) * day)
    const { dueAt } = await read(id)
    // It was due a day after the pause had ended by itself: about now.
    expect((dueAt?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(-day)
    expect(await codeOf(call('assignedDoctor', id, '/renew', { since }))).toBe('409 NOT_PAUSED')
    expect(await codeOf(call('staffA', id, '/answer', { since, answer: 'None known.' }))).toBe('200 OK')
    expect(await read(id)).toMatchObject({ pausedAt: null, pausedSeconds: (pauseDays * day) / 1000, dueAt })
    const steps = (await summaryOf(id)).course.filter(({ pause }: { pause: unknown }) => pause)
    expect(steps).toMatchObject([{ step: 'paused' }, { step: 'pauseExpired' }, { step: 'answered' }])
    expect(steps[1].pause.minutes).toBe(pauseDays * 1440)
  })

  it('lasts longer if somebody renews it', async () => {
    const id = await makeStudy()
    await ask('assignedDoctor', id)
    const since = await age(id, 2 * day)
    const before = await read(id)
    const { study } = (await call('assignedDoctor', id, '/renew', { since })).json()
    expect(study.pause.since).toBe(since)
    const longer = Date.parse(study.pause.until) - (before.pausedUntil?.getTime() ?? 0)
    expect(longer).toBeGreaterThanOrEqual(2 * day)
    expect(Date.parse(study.dueAt) - (before.dueAt?.getTime() ?? 0)).toBe(longer)
    await call('staffA', id, '/answer', { since: await age(id, 3 * day), answer: 'None known.' })
    const after = await read(id)
    const paused = (after.dueAt?.getTime() ?? 0) - (after.readyAt?.getTime() ?? 0) - day
    expect(Math.round(paused / minute)).toBe(5 * 1440)
    expect(Math.floor(after.pausedSeconds / 60)).toBe(5 * 1440)
    expect((await summaryOf(id)).reportedInfo.pausedMinutes).toBe(5 * 1440)
  })

  it('does not make a late study less late', async () => {
    const id = await makeStudy()
    const [dueAt, warnAt] = [new Date(Date.now() - 60 * minute), new Date(Date.now() - 90 * minute)]
    await api.db.update(studies).set({ dueAt, warnAt }).where(eq(studies.id, id))
    const { since } = await ask('assignedDoctor', id)
    expect(await read(id)).toMatchObject({ dueAt, warnAt })
    await call('assignedDoctor', id, '/resume', { since })
    expect(await read(id)).toMatchObject({ dueAt, warnAt })
  })

  it('counts the hours of the calendar that the deadline counts', async () => {
    const week = Array.from({ length: 7 }, () => [{ from: '00:00', to: '12:00' }])
    const fields = { name: 'Mornings', timeZone: 'UTC', hours: week }
    const [calendar] = await api.db.insert(officeCalendars).values(fields).returning()
    if (!calendar) throw new Error('no calendar')
    await api.db.insert(deadlineRules).values({ labId: cast.labA.id, minutes: 600, calendarId: calendar.id })
    const id = await makeStudy()
    const { dueAt } = await read(id)
    await ask('assignedDoctor', id)
    // Seven days have seven mornings, of twelve hours each.
    expect((await read(id)).dueAt?.getTime()).toBe((dueAt?.getTime() ?? 0) + pauseDays * day)
    const event = (await api.request({ url: '/api/admin/deadline-rules/changes' }, cast.admin)).json()
    expect(event.changes.filter(({ studyId }: { studyId: string }) => studyId === id)).toEqual([])
  })

  it('stays when rules are applied, when the urgency changes and when images come', async () => {
    const id = await makeStudy()
    const { since, until } = await ask('assignedDoctor', id)
    await api.db.insert(deadlineRules).values({ labId: cast.labA.id, minutes: 120 })
    const { rulesVersion } = (await api.request({ url: '/api/admin/deadline-rules/changes' }, cast.admin)).json()
    const payload = { rulesVersion, reason: 'New contract' }
    await api.request({ method: 'POST', url: '/api/admin/deadline-rules/apply', payload }, cast.admin)
    const minutesAfter = async () => {
      const { dueAt, pausedAt, pausedUntil } = await read(id)
      expect([pausedAt?.toISOString(), pausedUntil?.toISOString()]).toEqual([since, until])
      return Math.round(((dueAt?.getTime() ?? 0) - Date.parse(until)) / minute)
    }
    expect(await minutesAfter()).toBe(120)
    await happen(id, 'prioritized', { priority: 'URGENT', caseType: 'routine' })
    expect(await minutesAfter()).toBe(120)
    await api.db.update(deadlineRules).set({ minutes: 90 })
    await happen(id, 'settled')
    expect(await minutesAfter()).toBe(90)
    await call('assignedDoctor', id, '/resume', { since })
    const { readyAt, dueAt } = await read(id)
    expect(Math.floor(((dueAt?.getTime() ?? 0) - (readyAt?.getTime() ?? 0)) / minute)).toBe(90)
  })
})
