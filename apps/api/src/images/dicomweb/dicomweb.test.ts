import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { series } from '@readroom/db/studies/series.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { revokeSession } from '@readroom/domain/access/sessions'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
type Stored = { id: string; uid: string; seriesUid: string; sopUid: string }

const Uploaded = z.object({ ParentStudy: z.string(), ParentSeries: z.string() })

describe('image gateway', () => {
  let dir: string
  let archive: Orthanc
  let api: TestApi
  let cast: Cast
  let mine: Stored
  let foreign: Stored

  async function store(labId: string, tags = {}): Promise<Stored> {
    const [uid, seriesUid, sopUid] = [newUid(), newUid(), newUid()]
    const image = makeImage({
      StudyInstanceUID: uid,
      SeriesInstanceUID: seriesUid,
      SOPInstanceUID: sopUid,
      PatientID: 'P1',
      ...tags,
    })
    return storeImage(labId, image, { uid, seriesUid, sopUid })
  }

  /** Stores an image in the archive, with the rows that the intake would make. */
  async function storeImage(labId: string, image: Buffer, uids: Omit<Stored, 'id'>): Promise<Stored> {
    const authorization = `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}`
    const answer = await fetch(`${archive.url}/instances`, {
      method: 'POST',
      headers: { authorization },
      body: new Uint8Array(image),
    })
    const { ParentStudy, ParentSeries } = Uploaded.parse(await answer.json())
    const study = await createStudy(api.db, { orthancId: ParentStudy, studyInstanceUid: uids.uid, labId, patientId: 'P1' })
    const row = { studyId: study.id, orthancId: ParentSeries, seriesInstanceUid: uids.seriesUid, imageCount: 1 }
    await api.db.insert(series).values(row).onConflictDoNothing()
    return { ...uids, id: study.id }
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'readroom-gateway-'))
    archive = await startOrthanc({ dir, durable: false })
    api = await startTestApi({ archive })
    cast = await createCast(api.db)
    mine = await store(cast.labA.id)
    foreign = await store(cast.labB.id)
    await createAssignment(api.db, { studyId: mine.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
  })
  afterAll(async () => {
    await api.stop()
    archive.kill()
    await rm(dir, { recursive: true, force: true })
  })

  type Who = 'admin' | 'assignedDoctor' | 'staffA'

  /** Acts as a browser: requests a ticket, follows its link and keeps the cookie. */
  async function openViewer(who: Who, studyId = mine.id) {
    const ticket = await api.request(
      { method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'viewer', studyId } },
      cast[who],
    )
    const { url } = ticket.json()
    const opened = await api.request({ method: 'GET', url })
    const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
    return { opened, url, cookies, cookie: opened.cookies[0] }
  }

  const get = (url: string, cookies: Record<string, string>) => api.request({ method: 'GET', url: `/dicom-web${url}`, cookies })
  const bearer = (url: string, who: Who) => api.request({ method: 'GET', url: `/dicom-web${url}` }, cast[who])

  it('opens one study for one browser, by a ticket that works once', async () => {
    const { opened, url, cookies, cookie } = await openViewer('assignedDoctor')
    expect(opened.headers.location).toBe(`/viewer-app/viewer?StudyInstanceUIDs=${mine.uid}`)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/dicom-web' })
    expect((await api.request({ method: 'GET', url })).statusCode).toBe(401)
    const answer = await get(`/studies/${mine.uid}/series`, cookies)
    expect(answer.json()[0]['0020000E'].Value).toEqual([mine.seriesUid])
  })

  it('keeps the ticket for the browser if a link scanner sends HEAD first', async () => {
    const payload = { purpose: 'viewer', studyId: mine.id }
    const { url } = (await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast.admin)).json()
    const looked = await api.request({ method: 'HEAD', url })
    expect([looked.statusCode, looked.cookies]).toEqual([302, []])
    const opened = await api.request({ method: 'GET', url })
    expect([opened.statusCode, opened.cookies.length]).toEqual([302, 1])
    expect((await api.request({ method: 'HEAD', url })).statusCode).toBe(401)
  })

  it('hides all other studies, even at the address of a visible series', async () => {
    const { cookies } = await openViewer('assignedDoctor')
    const statuses = []
    for (const url of [
      `/studies/${foreign.uid}/series`,
      `/studies/${mine.uid}/series/${foreign.seriesUid}/metadata`,
      `/studies/${mine.uid}/series/${foreign.seriesUid}/instances/${foreign.sopUid}`,
      `/studies/${foreign.uid}/series/${mine.seriesUid}/metadata`,
      `/studies/${newUid()}/metadata`,
    ]) {
      statuses.push((await get(url, cookies)).statusCode)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404])
  })

  it('searches only visible studies, by UID and by patient ID', async () => {
    const { cookies } = await openViewer('assignedDoctor')
    const uids = async (query: string) =>
      (await get(`/studies${query}`, cookies))
        .json()
        .map((study: Record<string, { Value: string[] }>) => study['0020000D']?.Value[0])
    expect(await uids('')).toEqual([mine.uid])
    expect(await uids('?00100020=P1&limit=101')).toEqual([mine.uid])
    expect(await uids(`?StudyInstanceUID=${foreign.uid}`)).toEqual([])
    expect((await bearer('/studies?PatientID=P1', 'admin')).json()).toHaveLength(2)
    expect((await bearer('/studies?PatientID=P1', 'staffA')).json()).toHaveLength(1)
  })

  it('passes on no path that the archive could interpret as another', async () => {
    const { cookies } = await openViewer('assignedDoctor')
    for (const path of ['..%2F..%2Fsystem', '%2e%2e/%2e%2e/system', 'series/..%2f..', 'series//', 'reports']) {
      expect(`${path} ${(await get(`/studies/${mine.uid}/${path}`, cookies)).statusCode}`).toBe(`${path} 404`)
    }
  })

  it('is read-only', async () => {
    const { cookies } = await openViewer('admin')
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const answer = await api.request({ method, url: `/dicom-web/studies/${mine.uid}/series`, cookies })
      expect([answer.statusCode, answer.json().success]).toEqual([404, false])
    }
  })

  it('keeps several studies open in one browser', async () => {
    const [one, two] = [await openViewer('admin', mine.id), await openViewer('admin', foreign.id)]
    const cookies = { ...one.cookies, ...two.cookies }
    for (const { uid } of [mine, foreign]) expect((await get(`/studies/${uid}/series`, cookies)).statusCode).toBe(200)
  })

  it('closes when the assignment or the session ends', async () => {
    const study = await store(cast.labA.id)
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.otherDoctor.doctorId, assignedBy: cast.admin.userId })
    const ticket = await api.request(
      { method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'viewer', studyId: study.id } },
      cast.otherDoctor,
    )
    const opened = await api.request({ method: 'GET', url: ticket.json().url })
    const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
    const status = async () => (await get(`/studies/${study.uid}/series`, cookies)).statusCode
    expect(await status()).toBe(200)
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect(await status()).toBe(404)
    await api.db.update(assignments).set({ unassignedAt: null }).where(eq(assignments.studyId, study.id))
    await api.db.transaction((tx) => revokeSession(tx, cast.otherDoctor.sessionId))
    expect(await status()).toBe(401)
  })

  it('shows no images of a UID that two studies share', async () => {
    const uids = { uid: newUid(), seriesUid: newUid(), sopUid: newUid() }
    const tags = { StudyInstanceUID: uids.uid, SeriesInstanceUID: uids.seriesUid, SOPInstanceUID: uids.sopUid }
    const one = await storeImage(cast.labA.id, makeImage({ ...tags, PatientID: 'ONE' }), uids)
    const { cookies } = await openViewer('admin', one.id)
    expect((await get(`/studies/${uids.uid}/series`, cookies)).statusCode).toBe(200)
    await storeImage(cast.labA.id, makeImage({ ...tags, PatientID: 'TWO' }), uids)
    const answer = await get(`/studies/${uids.uid}/series`, cookies)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STUDY_UID_AMBIGUOUS'])
  })

  it('sends the pixels as stored', async () => {
    const uids = { uid: newUid(), seriesUid: newUid(), sopUid: newUid() }
    const image = syntheticCt({ studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid })
    const study = await storeImage(cast.labA.id, image, uids)
    const { cookies } = await openViewer('admin', study.id)
    const answer = await api.request({
      method: 'GET',
      url: `/dicom-web/studies/${uids.uid}/series/${uids.seriesUid}/instances/${uids.sopUid}/frames/1`,
      headers: { accept: 'multipart/related; type=application/octet-stream; transfer-syntax=*' },
      cookies,
    })
    expect(answer.statusCode).toBe(200)
    const pixels = image.subarray(image.length - 16 * 16 * 2)
    expect(answer.rawPayload.includes(pixels)).toBe(true)
  })

  it('does not ask the archive to draw an image that claims to be too large', async () => {
    const large = await store(cast.labA.id, { Rows: 65_535, Columns: 65_535 })
    const { cookies } = await openViewer('admin', large.id)
    const image = `/studies/${large.uid}/series/${large.seriesUid}/instances/${large.sopUid}`
    for (const path of [`${image}/rendered`, `${image}/thumbnail`, `/studies/${large.uid}/series/${large.seriesUid}/rendered`]) {
      expect((await get(path, cookies)).json().code).toBe('IMAGE_TOO_LARGE')
    }
    expect((await get(`${image}/metadata`, cookies)).statusCode).toBe(200)
    const { sopUid, seriesUid } = mine
    const fine = await get(
      `/studies/${mine.uid}/series/${seriesUid}/instances/${sopUid}/rendered`,
      (await openViewer('admin')).cookies,
    )
    expect(fine.json().code).not.toBe('IMAGE_TOO_LARGE')
  })

  it('removes windows that no viewer can show, and rewrites links to our address', async () => {
    const study = await store(cast.labA.id, { WindowCenter: '0', WindowWidth: '0' })
    const fine = await store(cast.labA.id, { WindowCenter: '40', WindowWidth: '400' })
    const metadata = async ({ id, uid }: Stored) => {
      const { cookies } = await openViewer('admin', id)
      return (
        await api.request({
          method: 'GET',
          url: `/dicom-web/studies/${uid}/metadata`,
          headers: { host: 'portal.example' },
          cookies,
        })
      ).json()[0]
    }
    expect(Object.keys(await metadata(study))).not.toContain('00281051')
    const shown = await metadata(fine)
    expect(shown['00281051'].Value).toEqual([400])
    expect(JSON.stringify(shown)).not.toContain(archive.url)
  })

  it('says that the archive is down', async () => {
    const { cookies } = await openViewer('admin')
    archive.kill()
    await archive.exited
    const answer = await get(`/studies/${mine.uid}/series`, cookies)
    expect(answer.json()).toEqual({
      success: false,
      code: 'ARCHIVE_UNAVAILABLE',
      message: 'The image archive is not available at the moment. Please try again shortly.',
    })
    expect(answer.statusCode).toBe(503)
    expect(await api.db.$count(studies)).toBeGreaterThan(0)
  })
})
