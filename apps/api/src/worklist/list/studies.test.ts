import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { users } from '@readroom/db/access/accounts.schema'
import { downloads } from '@readroom/db/reports/reports.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import {
  createActor,
  createAssignment,
  createCast,
  createDoctor,
  createReport,
  createStudy,
  createUser,
  newUid,
} from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('worklist', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>

  /** Makes one study of each status in laboratory A, then one in laboratory B, each received a minute after the one before. */
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    for (const [minute, status] of studyStatuses.entries()) {
      await createStudy(api.db, { labId: cast.labA.id, status, receivedAt: new Date(Date.UTC(2026, 0, 1, 8, minute)) })
    }
    const foreign = await createStudy(api.db, { labId: cast.labB.id, receivedAt: new Date(Date.UTC(2026, 0, 2)) })
    await createStudy(api.db, { labId: null, patientName: 'No Laboratory', receivedAt: new Date(Date.UTC(2026, 0, 3)) })
    await createAssignment(api.db, { studyId: foreign.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'
  const read = async (url: string, who: Who) => (await api.request({ method: 'GET', url }, cast[who])).json()
  const rows = async (url: string, who: Who): Promise<WorklistRow[]> => (await read(url, who)).data

  it('shows administrators everything, staff their laboratory, and doctors their assignments', async () => {
    expect(await rows('/api/admin/studies', 'admin')).toHaveLength(15)
    expect(await rows('/api/lab/studies', 'staffA')).toHaveLength(13)
    expect(await rows('/api/lab/studies', 'staffB')).toHaveLength(1)
    expect(await rows('/api/doctor/assigned-studies', 'assignedDoctor')).toHaveLength(1)
    expect(await rows('/api/doctor/assigned-studies', 'otherDoctor')).toHaveLength(0)
  })

  it('puts every status under exactly one tab, and the counts add up', async () => {
    const tabs = await Promise.all(['pending', 'processing', 'completed'].map((tab) => rows(`/api/lab/studies/${tab}`, 'staffA')))
    expect(
      tabs
        .flat()
        .map((row) => row.workflowStatus)
        .sort(),
    ).toEqual([...studyStatuses].sort())
    const { total, pending, inprogress, completed } = await read('/api/lab/values', 'staffA')
    expect({ total, pending, inprogress, completed }).toEqual({ total: 13, pending: 3, inprogress: 4, completed: 6 })
    expect(tabs.map((tab) => tab.length)).toEqual([pending, inprogress, completed])
  })

  it('counts independently of the limit, and finds nothing for a search without letters and digits', async () => {
    expect((await read('/api/lab/values?limit=5', 'staffA')).total).toBe(13)
    for (const term of ['%', '_', '\\', '...', '🙂'])
      expect((await read(`/api/admin/search/values?searchTerm=${encodeURIComponent(term)}`, 'staffA')).total).toBe(0)
  })

  it('filters by assigned doctor and unassigned studies for administrators only', async () => {
    const [mine, nobodys] = [cast.assignedDoctor.doctorId, 'unassigned'].map((asked) => `assignedTo=${asked}`)
    const total = async (query: string, who: Who) => (await read(`/api/admin/search/values?${query}`, who)).total
    expect([await total(`${mine}`, 'admin'), await total(`${nobodys}`, 'admin')]).toEqual([1, 14])
    expect(await total(`${mine},unassigned`, 'admin')).toBe(15)
    expect(await total(`assignedTo=${cast.otherDoctor.doctorId}`, 'admin')).toBe(0)
    for (const query of [`${mine}`, `${nobodys}`, `assignedTo=${cast.otherDoctor.doctorId}`]) {
      expect([await total(query, 'staffB'), await total(query, 'assignedDoctor')]).toEqual([1, 1])
      expect(await rows(`/api/lab/studies?${query}`, 'staffB')).toHaveLength(1)
      expect(await rows(`/api/doctor/assigned-studies?${query}`, 'assignedDoctor')).toHaveLength(1)
    }
    expect((await read('/api/admin/studies?assignedTo=somebody', 'admin')).code).toBe('INVALID_FIELD')
  })

  it('lists newest first, and each row once with any page size', async () => {
    const all = (await rows('/api/admin/studies', 'admin')).map((row) => row._id)
    for (const limit of [1, 4, 15, 1000]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { data: WorklistRow[]; nextCursor: string | null; totalRecords: number } = await read(
          `/api/admin/studies?limit=${limit}${cursor && `&cursor=${cursor}`}`,
          'admin',
        )
        expect(page.totalRecords).toBe(15)
        seen.push(...page.data.map((row) => row._id))
        cursor = page.nextCursor
      }
      expect(seen).toEqual(all)
    }
  })

  it('refuses a limit out of bounds, a forged cursor and an unknown parameter', async () => {
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=Zm9yZ2Vk', 'cursor=%00', 'hello=1']) {
      const answer = await api.request({ method: 'GET', url: `/api/admin/studies?${query}` }, cast.admin)
      expect(`${query} ${answer.statusCode}`).toBe(`${query} 400`)
    }
  })

  it('shows no value that the archive does not have', async () => {
    const [row] = await rows('/api/admin/studies?limit=1', 'admin')
    expect(row).toMatchObject({
      ageGender: 'N/A',
      description: null,
      location: null,
      modality: null,
      accessionNumber: null,
      series: '0/0',
    })
  })

  it('flags a study UID that two studies share', async () => {
    const studyInstanceUid = newUid()
    const [one, two] = [await createStudy(api.db, { studyInstanceUid }), await createStudy(api.db, { studyInstanceUid })]
    const { study } = await read(`/api/studies/${one.id}`, 'admin')
    expect(study.flags).toEqual(['duplicateStudyUid'])
    const answer = await api.request(
      { method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'viewer', studyId: two.id } },
      cast.admin,
    )
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STUDY_UID_AMBIGUOUS'])
    await api.db.delete(studies).where(eq(studies.studyInstanceUid, studyInstanceUid))
  })

  it('starts a review when an assigned doctor opens a study, but not for an administrator', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.otherDoctor.doctorId, assignedBy: cast.admin.userId })
    const open = (who: Who) =>
      api.request(
        { method: 'PUT', url: `/api/admin/studies/${study.studyInstanceUid}/interaction`, payload: { action: 'ohif_opened' } },
        cast[who],
      )
    const status = async () => (await read(`/api/studies/${study.id}`, 'admin')).study.workflowStatus
    await open('admin')
    expect(await status()).toBe('assigned_to_doctor')
    await open('otherDoctor')
    await open('otherDoctor')
    expect(await status()).toBe('doctor_opened_report')
  })

  it('shows which of several doctors opened the images last', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    const second = await createDoctor(api.db)
    await api.db.update(users).set({ fullName: 'Dr Second' }).where(eq(users.id, second.user.id))
    const secondActor = { ...(await createActor(api.db, second.user)), doctorId: second.doctor.id }
    for (const { doctorId } of [cast.otherDoctor, secondActor])
      await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    const url = `/api/admin/studies/${study.studyInstanceUid}/interaction`
    const seenBy = async () => (await read(`/api/studies/${study.id}`, 'admin')).study.seenBy
    await api.request({ method: 'PUT', url, payload: { action: 'ohif_opened' } }, cast.otherDoctor)
    expect(await seenBy()).toBe('Test doctor_account')
    await api.request({ method: 'PUT', url, payload: { action: 'ohif_opened' } }, secondActor)
    expect(await seenBy()).toBe('Dr Second')
  })

  it('tells only accounts that downloaded a report about its correction, even in a shared list', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'report_finalized', patientId: 'CORRECTED' })
    const by = { doctorId: cast.assignedDoctor.doctorId, uploadedBy: cast.assignedDoctor.userId }
    const report = (version: number) => createReport(api.db, { studyId: study.id, version, status: 'finalized', ...by })
    const [first] = await Promise.all([report(1), report(2)])
    const taker = await createActor(api.db, await createUser(api.db, 'admin'))
    await api.db.insert(downloads).values({ studyId: study.id, reportId: first.id, userId: taker.userId, kind: 'report' })
    const isTold = async (actor: typeof taker) => {
      const { data } = (await api.request({ method: 'GET', url: '/api/admin/studies?patientId=CORRECTED' }, actor)).json()
      return data.map((row: WorklistRow) => row.finishedReport?.isCorrectedSince)
    }
    const told = await Promise.all([cast.admin, taker, cast.admin, taker, cast.admin, taker].map(isTold))
    expect(told).toEqual([[false], [true], [false], [true], [false], [true]])
  })

  describe('ETags', () => {
    const url = '/api/lab/studies?limit=5'
    const ask = (tag: string, at = url, who: Who = 'staffB') =>
      api.request({ method: 'GET', url: at, headers: { 'if-none-match': tag } }, cast[who])
    const tagOf = async (at = url) => String((await api.request({ method: 'GET', url: at }, cast.staffB)).headers.etag)

    it('save the body while the page is current, and change with it', async () => {
      const study = await createStudy(api.db, { labId: cast.labB.id })
      const tag = await tagOf()
      for (const known of [tag, `W/${tag}`, `"another", ${tag}`]) {
        const answer = await ask(known)
        expect([answer.statusCode, answer.body]).toEqual([304, ''])
        expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.stringMatching(/^".+"$/) })
      }
      const again = String((await ask(tag)).headers.etag)
      expect((await ask(again)).statusCode).toBe(304)
      await api.db.update(studies).set({ correctedDescription: 'CT Chest' }).where(eq(studies.id, study.id))
      const changed = await ask(again)
      expect([changed.statusCode, changed.json().data[0].description]).toEqual([200, 'CT Chest'])
      expect(changed.headers.etag).not.toBe(tag)
      expect((await ask(tag)).statusCode).toBe(200)
    })

    it('are valid only for their page and account, and cannot be forged', async () => {
      const tag = await tagOf()
      const [said = '', signature] = tag.slice(1, -1).split('.')
      const version = { ...JSON.parse(Buffer.from(said, 'base64url').toString()), snapshot: 'nonsense' }
      const madeUp = `"${Buffer.from(JSON.stringify(version)).toString('base64url')}.${signature}"`
      expect((await ask(tag)).statusCode).toBe(304)
      expect((await ask(tag, '/api/lab/studies?limit=6')).statusCode).toBe(200)
      expect((await ask(tag, '/api/lab/studies/pending?limit=5')).statusCode).toBe(200)
      expect((await ask(tag, '/api/admin/studies?limit=5', 'admin')).statusCode).toBe(200)
      expect((await ask(tag, '/api/lab/studies?limit=5', 'staffA')).statusCode).toBe(200)
      for (const other of [madeUp, '*', '""', '"x.y"', tag.slice(0, -3)]) expect((await ask(other)).statusCode).toBe(200)
    })

    it('are left out if the page depends on the clock', async () => {
      for (const filter of ['quickDatePreset=last24h', 'deadline=late']) {
        const answer = await api.request({ method: 'GET', url: `${url}&${filter}` }, cast.staffB)
        expect([filter, answer.statusCode, answer.headers.etag]).toEqual([filter, 200, undefined])
      }
    })
  })
})
