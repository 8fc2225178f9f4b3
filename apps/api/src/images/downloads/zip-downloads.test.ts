import type { Readable } from 'node:stream'
import { sessions } from '@readroom/db/access/accounts.schema'
import { tickets } from '@readroom/db/access/tickets.schema'
import { zips } from '@readroom/db/images/zips.schema'
import { downloads } from '@readroom/db/reports/reports.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { buildStudyZip } from '../../testing/zips.fixture.ts'

describe('study ZIP download', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
  })
  beforeEach(async () => {
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor'
  const text = '0123456789'.repeat(100_000)

  async function newStudy() {
    const named = { patientName: 'Müller Jörg', patientId: 'P/17', modalities: ['CT'], studyDate: '2026-11-21' }
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', ...named })
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    return study
  }

  const get = (url: string, headers: Record<string, string> = {}) => api.request({ method: 'GET', url, headers })
  const r2Direct = (who: Who, orthancId: string) =>
    api.request({ method: 'GET', url: `/api/download/study/${orthancId}/r2-direct` }, cast[who])
  const linkOf = async (who: Who, orthancId: string) => new URL((await r2Direct(who, orthancId)).json().data.downloadUrl).pathname
  const ticketOf = (who: Who, studyId: string) =>
    api.request({ method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'download', studyId } }, cast[who])
  /** Starts the same portal with another storage. */
  async function appOn(storage: ObjectStorage) {
    const { app } = await buildApp({ ...api, storage })
    onTestFinished(() => app.close())
    await app.ready()
    return app
  }

  const taken = (studyId: string) => api.db.$count(downloads, eq(downloads.studyId, studyId))

  it.each(['admin', 'staffA', 'assignedDoctor'] as const)(
    'gives %s a link to a readable file, without token or name',
    async (who) => {
      const study = await newStudy()
      await buildStudyZip(api, study)
      const { data } = (await r2Direct(who, study.orthancId)).json()
      expect(data.fileName).toBe('Müller_Jörg_P_17_CT_2026-11-21.zip')
      expect(data.downloadUrl).toMatch(/^http:\/\/localhost:8080\/api\/files\/[\w-]{20,100}$/)
      const answer = await get(new URL(data.downloadUrl).pathname)
      expect([answer.statusCode, answer.body]).toEqual([200, 'the ZIP'])
      expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''M%C3%BCller_J%C3%B6rg_P_17_CT_2026-11-21.zip")
      expect(answer.headers['content-disposition']).toMatch(/filename="?M.ller_J.rg_P_17_CT_2026-11-21\.zip/)
    },
  )

  it('resumes where it broke off while the link is valid, and counts once', async () => {
    const study = await newStudy()
    await buildStudyZip(api, study, text)
    const url = await linkOf('staffA', study.orthancId)
    expect(await taken(study.id)).toBe(0)
    const whole = await get(url)
    expect([whole.headers['accept-ranges'], whole.body]).toEqual(['bytes', text])
    const etag = String(whole.headers.etag)
    expect(etag).toMatch(/^"[^"]+"$/)
    const rest = await get(url, { range: 'bytes=999990-', 'if-range': etag })
    expect([rest.statusCode, rest.body]).toEqual([206, '0123456789'])
    expect(rest.headers).toMatchObject({ 'content-range': 'bytes 999990-999999/1000000', 'content-length': '10', etag })
    const other = await get(url, { range: 'bytes=999990-', 'if-range': '"another"' })
    expect([other.statusCode, other.body.length]).toEqual([200, text.length])
    const beyond = await get(url, { range: 'bytes=1000000-' })
    expect([beyond.statusCode, beyond.json().code, beyond.headers['content-range']]).toEqual([
      416,
      'RANGE_NOT_SATISFIABLE',
      'bytes */1000000',
    ])
    expect(await taken(study.id)).toBe(1)
    await api.db.update(tickets).set({ expiresAt: new Date() }).where(eq(tickets.studyId, study.id))
    expect((await get(url, { range: 'bytes=5-' })).json().code).toBe('LINK_EXPIRED')
  })

  it('supports ranges with the token and with a launch link', async () => {
    const study = await newStudy()
    await buildStudyZip(api, study)
    const direct = { method: 'GET', url: `/api/orthanc-download/study/${study.orthancId}/download` } as const
    const part = await api.request({ ...direct, headers: { range: 'bytes=4-' } }, cast.staffA)
    expect([part.statusCode, part.body]).toEqual([206, 'ZIP'])
    const payload = { purpose: 'launch', studyId: study.id }
    const launch = (await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast.staffA)).json()
    const first = await get(`/api/launch/${launch.ticket}`, { range: 'bytes=0-2' })
    expect([first.statusCode, first.body]).toEqual([206, 'the'])
  })

  it('checks at each use that the account may still have it', async () => {
    const study = await newStudy()
    await buildStudyZip(api, study)
    const [doctors, admins] = [await linkOf('assignedDoctor', study.orthancId), await linkOf('admin', study.orthancId)]
    expect((await get(doctors)).statusCode).toBe(200)
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect((await get(doctors, { range: 'bytes=1-' })).json().code).toBe('STUDY_NOT_FOUND')
    await api.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, cast.admin.sessionId))
    expect((await get(admins)).json().code).toBe('LINK_EXPIRED')
  })

  it("by a study's ticket sends its ZIP, and is refused for a hidden study or one that cannot be packed", async () => {
    const study = await newStudy()
    expect((await ticketOf('staffB', study.id)).json().code).toBe('STUDY_NOT_FOUND')
    // The archive of this test is down.
    expect((await ticketOf('staffA', study.id)).json().code).toBe('ARCHIVE_UNAVAILABLE')
    await buildStudyZip(api, study)
    const made = (await ticketOf('staffA', study.id)).json()
    expect([made.expiresIn, (await get(made.url)).body]).toEqual(['900s', 'the ZIP'])
  })

  it('says that the file is missing from storage, and queues a new build', async () => {
    const study = await newStudy()
    const { objectKey, zipId } = await buildStudyZip(api, study)
    const link = await linkOf('staffA', study.orthancId)
    await api.storage.delete(objectKey)
    const message = 'The file of this download is missing from storage. Please contact support.'
    expect((await get(link)).json()).toEqual({ success: false, code: 'FILE_MISSING', message })
    expect((await r2Direct('staffA', study.orthancId)).json().code).toBe('ZIP_EXPIRED')
    const states = await api.db.select({ id: zips.id, state: zips.state }).from(zips).where(eq(zips.studyId, study.id))
    expect(states.map(({ id, state }) => [id === zipId, state]).sort()).toEqual([
      [false, 'queued'],
      [true, 'expired'],
    ])
  })

  it('closes the opened file if the download cannot be recorded', async () => {
    const study = await newStudy()
    await buildStudyZip(api, study, text)
    const opened: Readable[] = []
    const app = await appOn({
      ...api.storage,
      async get(key, range) {
        const object = await api.storage.get(key, range)
        opened.push(object.stream)
        return object
      },
    })
    const payload = { purpose: 'launch', studyId: study.id }
    const launch = (await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast.staffA)).json()
    const link = await linkOf('staffA', study.orthancId)
    await api.asOwner('revoke insert on downloads from readroom_app')
    onTestFinished(async () => void (await api.asOwner('grant insert on downloads to readroom_app')))
    const headers = { authorization: `Bearer ${api.token(cast.staffA)}` }
    for (const url of [link, `/api/launch/${launch.ticket}`, `/api/orthanc-download/study/${study.orthancId}/download`]) {
      expect((await app.inject({ method: 'GET', url, headers })).statusCode).toBe(500)
    }
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
    expect(await taken(study.id)).toBe(0)
  })

  it('redirects to the storage if browsers can reach it, after recording the download', async () => {
    const study = await newStudy()
    const { objectKey } = await buildStudyZip(api, study)
    const app = await appOn({ ...api.storage, link: async (key) => `https://storage.example/${key}` })
    const answer = await app.inject({ method: 'GET', url: await linkOf('staffA', study.orthancId) })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `https://storage.example/${objectKey}`])
    expect(await taken(study.id)).toBe(1)
  })
})
