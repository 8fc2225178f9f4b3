import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('deadlines', () => {
  let api: TestApi
  let doctor: Awaited<ReturnType<typeof createCast>>['assignedDoctor']
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const list = '/api/doctor/assigned-studies'

  /** Gives a doctor studies, in another order than that of work. */
  beforeAll(async () => {
    api = await startTestApi()
    const cast = await createCast(api.db)
    doctor = cast.assignedDoctor
    const given = {
      Reported: { warnAt: minutes(-90), dueAt: minutes(-60), reportedAt: minutes(-30), status: 'report_finalized' },
      'Reported later': { dueAt: minutes(-600), reportedAt: minutes(-10), status: 'final_report_downloaded' },
      Later: { warnAt: minutes(600), dueAt: minutes(900), status: 'assigned_to_doctor' },
      Settling: { status: 'assigned_to_doctor' },
      Trauma: { warnAt: minutes(40), dueAt: minutes(60), caseType: 'emergency', status: 'assigned_to_doctor' },
      Soon: { warnAt: minutes(-5), dueAt: minutes(20), priority: 'STAT', status: 'doctor_opened_report' },
      Late: { warnAt: minutes(-3000), dueAt: minutes(-1500), status: 'report_drafted', receivedAt: minutes(-90_000) },
    } as const
    for (const [patientName, fields] of Object.entries(given)) {
      const { id } = await createStudy(api.db, { labId: cast.labB.id, patientName, ...fields })
      await createAssignment(api.db, { studyId: id, doctorId: doctor.doctorId, assignedBy: cast.admin.userId })
    }
  })
  afterAll(() => api.stop())

  const answer = async (query: string) => (await api.request({ method: 'GET', url: `${list}?${query}` }, doctor)).json()
  const names = async (query: string) => (await answer(query)).data.map((row: WorklistRow) => row.patientName)
  const paged = async (sort: string) => {
    const seen: (string | null)[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { data: WorklistRow[]; nextCursor: string | null } = await answer(
        `sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.data.map((row) => row.patientName))
      cursor = page.nextCursor
    }
    return seen
  }
  const unread = ['Trauma', 'Late', 'Soon', 'Later', 'Settling']
  const reported = ['Reported later', 'Reported']

  it('order a list: emergencies, then what is due first, and reported studies last in both directions', async () => {
    expect(await names('sort=dueDate')).toEqual([...unread, ...reported])
    expect(await names('sort=-dueDate')).toEqual([...unread.toReversed(), ...reported])
    expect(await paged('dueDate')).toEqual([...unread, ...reported])
    expect(await paged('-dueDate')).toEqual([...unread.toReversed(), ...reported])
  })

  it('divide unread studies into those at risk and those that are late, with their counts', async () => {
    const found = async (deadline: string) => [
      await names(`sort=dueDate&deadline=${deadline}`),
      (await answer(`deadline=${deadline}`)).totalRecords,
    ]
    expect(await found('atRisk')).toEqual([['Soon'], 1])
    expect(await found('late')).toEqual([['Late'], 1])
    expect(await found('late,atRisk')).toEqual([['Late', 'Soon'], 2])
    expect((await answer('deadline=soon')).code).toBe('INVALID_FIELD')
  })
})
