import type { TurnaroundSummary } from '@readroom/contracts/turnaround/turnaround-report'
import { users } from '@readroom/db/access/accounts.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

describe('turnaround summary over the API', () => {
  const at = (text: string) => new Date(`2026-03-${text}Z`)
  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Europe/Berlin' } })
    cast = await createCast(api.db)
    await api.db.update(users).set({ fullName: 'Dr Ines Carvalho' }).where(eq(users.id, cast.assignedDoctor.userId))
    await api.db.update(users).set({ fullName: 'Dr Samuel Øster' }).where(eq(users.id, cast.otherDoctor.userId))
    await api.db.update(labs).set({ name: 'North Hospital' }).where(eq(labs.id, cast.labA.id))
    await api.db.update(labs).set({ name: 'South Hospital' }).where(eq(labs.id, cast.labB.id))
    const made = [
      { labId: cast.labA.id, by: cast.assignedDoctor, with: [cast.assignedDoctor], hours: 1, modalities: ['CT'] },
      {
        labId: cast.labA.id,
        by: cast.otherDoctor,
        with: [cast.assignedDoctor, cast.otherDoctor],
        hours: 30,
        modalities: ['CT', 'SR'],
      },
      { labId: cast.labB.id, by: cast.otherDoctor, with: [cast.otherDoctor], hours: 2, modalities: ['PT'] },
      { labId: cast.labA.id, by: null, with: [cast.assignedDoctor], hours: null, modalities: ['NM'] },
    ]
    for (const { labId, by, with: holders, hours, modalities } of made) {
      const receivedAt = at('10T08:00:00')
      const study = await createStudy(api.db, {
        labId,
        modalities,
        receivedAt,
        dueAt: at('11T08:00:00'),
        status: by ? 'report_finalized' : 'assigned_to_doctor',
        reportedAt: hours === null ? null : new Date(receivedAt.getTime() + hours * 3_600_000),
        reportedByDoctorId: by?.doctorId ?? null,
      })
      for (const { doctorId } of holders)
        await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    }
  })

  afterAll(() => api.stop())

  const ask = (who: Who, query = '') => api.request({ method: 'GET', url: `/api/tat/summary?${query}` }, cast[who])
  async function shown(who: Who, query = '') {
    const answer = await ask(who, query)
    expect(answer.statusCode).toBe(200)
    const { reported, modalities, laboratories, doctors }: TurnaroundSummary = answer.json().summary
    const counts = (groups: TurnaroundSummary['doctors']) =>
      Object.fromEntries(groups.map((group) => [group.label, group.reported]))
    return { reported, modalities: counts(modalities), laboratories: counts(laboratories), doctors: counts(doctors) }
  }

  it("covers what the account sees, and hides colleagues' times from doctors", async () => {
    const [ines, samuel] = ['Dr Ines Carvalho', 'Dr Samuel Øster']
    expect(await shown('admin')).toEqual({
      reported: 3,
      modalities: { CT: 2, SR: 1, PT: 1 },
      doctors: { [samuel]: 2, [ines]: 1 },
      laboratories: { 'North Hospital': 2, 'South Hospital': 1 },
    })
    expect(await shown('staffA')).toEqual({
      reported: 2,
      modalities: { CT: 2, SR: 1 },
      doctors: { [ines]: 1, [samuel]: 1 },
      laboratories: { 'North Hospital': 2 },
    })
    expect(await shown('assignedDoctor')).toEqual({
      reported: 2,
      modalities: { CT: 2, SR: 1 },
      doctors: { [ines]: 1 },
      laboratories: { 'North Hospital': 2 },
    })
    expect((await ask('assignedDoctor')).body).not.toMatch(/Øster|South/)
    const none = { reported: 0, modalities: {}, laboratories: {}, doctors: {} }
    for (const foreign of [`location=${cast.labB.id}`, 'hasModality=PT']) expect(await shown('staffA', foreign)).toEqual(none)
  })

  it('counts reports before the due time as in time', async () => {
    const { summary } = (await ask('admin')).json()
    const ofModality = Object.fromEntries(
      summary.modalities.map((group: TurnaroundSummary['modalities'][number]) => [group.label, group]),
    )
    expect(ofModality.CT).toMatchObject({ reported: 2, median: 60, percentile90: 1800, due: 2, inTime: 1 })
    expect(ofModality.PT).toMatchObject({ reported: 1, due: 1, inTime: 1 })
  })

  it('names the goal of the settings', async () => {
    expect((await ask('staffA')).json().goalPercent).toBe(85)
    const payload = { values: { turnaroundGoalPercent: 90 }, reset: [] }
    await api.request({ method: 'PUT', url: '/api/admin/settings', payload }, cast.admin)
    await api.settings.refresh()
    expect((await ask('staffA')).json().goalPercent).toBe(90)
  })

  it('accepts the same filters as the page and the file, and refuses unknown ones', async () => {
    const narrowed = 'band=upTo4h&weekday=2&hour=9&periodFrom=2026-03-10&periodTo=2026-03-10&hasModality=PT'
    expect((await shown('admin', narrowed)).laboratories).toEqual({ 'South Hospital': 1 })
    const page = await api.request({ method: 'GET', url: `/api/tat/report?${narrowed}` }, cast.admin)
    expect(page.json().summary).toEqual({ studies: 1, reported: 1, open: 0 })
    const file = await api.request({ method: 'GET', url: `/api/tat/report/export?${narrowed.replace('9', '8')}` }, cast.admin)
    expect(file.json().code).toBe('EXPORT_EMPTY')
    for (const wrong of ['band=long', 'weekday=8', 'weekday=0', 'hour=24', 'hour=', 'periodFrom=2026-02-30'])
      expect([wrong, (await ask('admin', wrong)).statusCode]).toEqual([wrong, 400])
  })
})
