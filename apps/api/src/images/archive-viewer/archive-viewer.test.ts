import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLog } from '@readroom/db/core/audit.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { series } from '@readroom/db/studies/series.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createAssignment, createCast, createStudy, createUser } from '@readroom/db/testing/factories'
import { revokeSession } from '@readroom/domain/access/sessions'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
type Stored = { id: string; orthancId: string; seriesId: string; instanceId: string }
type Who = 'admin' | 'assignedDoctor' | 'otherDoctor' | 'staffA' | 'staffB'
type Cookies = Record<string, string>

const Uploaded = z.object({ ID: z.string(), ParentStudy: z.string(), ParentSeries: z.string() })

describe('archive viewer', () => {
  let dir: string
  let archive: Orthanc
  let api: TestApi
  let cast: Cast
  let mine: Stored
  let foreign: Stored

  const credentials = () => ({
    authorization: `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}`,
  })

  async function upload(image: Buffer) {
    const init = { method: 'POST', headers: credentials(), body: new Uint8Array(image) }
    return Uploaded.parse(await (await fetch(`${archive.url}/instances`, init)).json())
  }

  /** Stores an image in the archive, with the rows that the intake would make. */
  async function store(labId: string, image: Buffer, description = 'Thorax'): Promise<Stored> {
    const { ID, ParentStudy, ParentSeries } = await upload(image)
    const [known] = await api.db.select().from(studies).where(eq(studies.orthancId, ParentStudy))
    const study = known ?? (await createStudy(api.db, { orthancId: ParentStudy, labId, patientName: 'Sample Patient' }))
    const row = { studyId: study.id, orthancId: ParentSeries, seriesInstanceUid: newUid(), imageCount: 1 }
    await api.db
      .insert(series)
      .values({ ...row, seriesNumber: 1, modality: 'CT', description })
      .onConflictDoNothing()
    return { id: study.id, orthancId: ParentStudy, seriesId: ParentSeries, instanceId: ID }
  }

  const ct = () =>
    syntheticCt({
      studyInstanceUid: newUid(),
      seriesInstanceUid: newUid(),
      sopInstanceUid: newUid(),
      patientId: newUid().slice(0, 20),
    })

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'readroom-archive-viewer-'))
    archive = await startOrthanc({ dir, durable: false })
    api = await startTestApi({ archive })
    cast = await createCast(api.db)
    mine = await store(cast.labA.id, ct())
    foreign = await store(cast.labB.id, ct())
    await createAssignment(api.db, { studyId: mine.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
  })
  afterAll(async () => {
    await api.stop()
    archive.kill()
    await rm(dir, { recursive: true, force: true })
  })

  /** Acts as a browser: requests a ticket, follows its link and keeps the cookie. */
  async function open(who: Who, studyId = mine.id) {
    const payload = { purpose: 'viewer', viewer: 'archive', studyId }
    const { url } = (await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast[who])).json()
    const opened = await api.request({ method: 'GET', url: `${url}&viewer=archive` })
    const cookies: Cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
    return { opened, cookies, cookie: opened.cookies[0] }
  }

  const get = (path: string, cookies: Cookies, studyId = mine.id) =>
    api.request({ method: 'GET', url: `/archive-viewer/${studyId}/${path}`, cookies })
  const part = (path: string, cookies: Cookies, studyId = mine.id) => get(`web-viewer/${path}`, cookies, studyId)
  async function outcome(path: string, cookies: Cookies, studyId = mine.id) {
    const answer = await part(path, cookies, studyId)
    return answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json().code}`
  }
  const image = ({ instanceId }: Stored, quality = 'jpeg95', frame = '0') => `instances/${quality}-${instanceId}_${frame}`

  it('opens one study by a ticket, with a cookie that is sent for that study only', async () => {
    const { opened, cookie, cookies } = await open('assignedDoctor')
    expect(opened.headers.location).toBe(`/archive-viewer/${mine.id}`)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: `/archive-viewer/${mine.id}` })
    const { study, series } = (await get('series', cookies)).json()
    expect(study).toMatchObject({ _id: mine.id, patientName: 'Sample Patient', imagesMissing: false })
    expect(series).toEqual([
      { _id: mine.seriesId, seriesNumber: 1, description: 'Thorax', modality: 'CT', bodyPart: null, numberOfImages: 1 },
    ])
    const { userId } = cast.assignedDoctor
    const opening = and(eq(auditLog.action, 'images.opened'), eq(auditLog.actorUserId, userId), eq(auditLog.targetId, mine.id))
    expect(await api.db.$count(auditLog, opening)).toBe(1)
  })

  it.each([
    ['two patients', 'P-1', 'P-2'],
    ['a patient and images without a patient', 'P-3', ''],
  ])('shows each of two studies with the same UIDs its own images: %s', async (_, one, other) => {
    const uids = { studyInstanceUid: newUid(), seriesInstanceUid: newUid(), sopInstanceUid: newUid() }
    const [ours, theirs] = [
      await store(cast.labA.id, syntheticCt({ ...uids, patientId: one, side: 16 })),
      await store(cast.labB.id, syntheticCt({ ...uids, patientId: other, side: 32 })),
    ]
    await api.db
      .update(studies)
      .set({ studyInstanceUid: uids.studyInstanceUid })
      .where(inArray(studies.id, [ours.id, theirs.id]))
    const inOhif = { purpose: 'viewer', studyId: ours.id }
    const refused = await api.request({ method: 'POST', url: '/api/auth/tickets', payload: inOhif }, cast.staffA)
    expect(refused.json().code).toBe('STUDY_UID_AMBIGUOUS')
    for (const [who, own, foreignOne, side] of [
      ['staffA', ours, theirs, 16],
      ['staffB', theirs, ours, 32],
    ] as const) {
      const { cookies } = await open(who, own.id)
      const listed = (await part(`series/${own.seriesId}`, cookies, own.id)).json()
      expect(listed.Slices).toEqual([`${own.instanceId}_0`])
      const { Orthanc: size, height } = (await part(image(own), cookies, own.id)).json()
      expect([size.OriginalHeight ?? height, height]).toContain(side)
      expect(await outcome(image(foreignOne), cookies, own.id)).toBe('404 STUDY_NOT_FOUND')
    }
  })

  it('shows the page, the series and their images', async () => {
    const { cookies } = await open('assignedDoctor')
    const page = await part('app/viewer.html?series=anything', cookies)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    expect((await part(`series/${mine.seriesId}`, cookies)).json().Slices).toEqual([`${mine.instanceId}_0`])
    expect((await part(`is-stable-series/${mine.seriesId}`, cookies)).body).toMatch(/true|false/)
    for (const quality of ['jpeg80', 'jpeg95', 'deflate']) {
      const drawn = (await part(image(mine, quality), cookies)).json()
      expect([drawn.width, drawn.height, drawn.Orthanc.PixelData.length > 100]).toEqual([16, 16, true])
    }
  })

  it('serves all files that its page names, with a policy without eval and inline scripts', async () => {
    const { cookies } = await open('admin')
    const page = await part('app/viewer.html', cookies)
    const named = [...page.body.matchAll(/(?:src|href)="([^"]+\.(?:js|css|gif))"/g)].map(([, path]) => path ?? '')
    expect(named.length).toBeGreaterThan(10)
    for (const path of named) {
      const { pathname } = new URL(path, 'http://archive/app/viewer.html')
      expect(`${path} ${await outcome(pathname.slice(1), cookies)}`).toBe(`${path} 200`)
    }
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*'unsafe-inline'/)
  })

  /** Acts as the frame: no cookies and an opaque origin. */
  const framed = (path: string) => api.request({ method: 'GET', url: path, headers: { origin: 'null' } })

  it('serves the sandboxed frame by the key in its address, for one study, while the session may see it', async () => {
    const study = await store(cast.labA.id, ct())
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.otherDoctor.doctorId, assignedBy: cast.admin.userId })
    const { cookies } = await open('otherDoctor', study.id)
    const { frame } = (await get('series', cookies, study.id)).json()
    const page = await framed(`${frame}app/viewer.html`)
    expect([page.statusCode, page.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(page.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(page.headers['content-security-policy']).toContain('sandbox allow-scripts;')
    expect((await framed(`${frame}app/viewer.js`)).body).toContain('postMessage')
    const shown = [`series/${study.seriesId}`, image(study)]
    const codes = async (base = frame) =>
      Promise.all(
        shown.map(async (path) => {
          const answer = await framed(base + path)
          return answer.statusCode === 200 ? 200 : answer.json().code
        }),
      )
    expect(await codes()).toEqual([200, 200])
    expect((await framed(`${frame}series/${foreign.seriesId}`)).json().code).toBe('STUDY_NOT_FOUND')
    expect(await codes(frame.replace(study.id, mine.id))).toEqual(['STUDY_NOT_FOUND', 'STUDY_NOT_FOUND'])
    const refused = ['NOT_AUTHENTICATED', 'NOT_AUTHENTICATED']
    expect(await codes(frame.replace(/\.[^.]+$/, '.forged/'))).toEqual(refused)
    expect(await codes(`/archive-viewer/${study.id}/frame/${api.token(cast.otherDoctor)}/`)).toEqual(refused)
    const asBearer = { authorization: `Bearer ${frame.split('/').at(-2)}` }
    expect((await api.request({ method: 'GET', url: '/auth/profile', headers: asBearer })).statusCode).toBe(401)
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect(await codes()).toEqual(['STUDY_NOT_FOUND', 'STUDY_NOT_FOUND'])
    const { sessionId } = await createActor(api.db, await createUser(api.db, 'admin'))
    await api.db.transaction((tx) => revokeSession(tx, sessionId))
    const key = api.app.jwt.sign({ frame: { sessionId, studyId: study.id } })
    expect(await codes(`/archive-viewer/${study.id}/frame/${key}/`)).toEqual(refused)
  })

  it('hides series and images of all other studies', async () => {
    const { cookies } = await open('assignedDoctor')
    const unknown = newUid().slice(5, 45).padEnd(40, '0').match(/.{8}/g)?.join('-')
    const outcomes = []
    for (const path of [
      `series/${foreign.seriesId}`,
      `is-stable-series/${foreign.seriesId}`,
      image(foreign),
      `series/${unknown}`,
      `instances/jpeg95-${unknown}_0`,
      `series/${mine.orthancId}`,
      `series/${mine.instanceId}`,
    ]) {
      outcomes.push(await outcome(path, cookies))
    }
    expect(outcomes).toEqual(Array(7).fill('404 STUDY_NOT_FOUND'))
    const [hidden, missing] = [await part(image(foreign), cookies), await part(`instances/jpeg95-${unknown}_0`, cookies)]
    expect(hidden.body).toBe(missing.body)
  })

  it('accepts a cookie only for its own study', async () => {
    const { cookies } = await open('assignedDoctor')
    expect((await get('series', cookies, foreign.id)).json().code).toBe('STUDY_NOT_FOUND')
    expect(await outcome(`series/${foreign.seriesId}`, cookies, foreign.id)).toBe('404 STUDY_NOT_FOUND')
    expect(await outcome('app/viewer.html', cookies, foreign.id)).toBe('404 STUDY_NOT_FOUND')
    expect(await outcome('app/viewer.html', {})).toBe('401 NOT_AUTHENTICATED')
    expect(await outcome(`series/${mine.seriesId}`, { readroom_viewer_x: 'forged' })).toBe('401 NOT_AUTHENTICATED')
  })

  it('passes on no path that the archive could interpret as another', async () => {
    const { cookies } = await open('admin')
    const { seriesId, instanceId } = mine
    for (const path of [
      '..%2F..%2Fsystem',
      '%2e%2e/%2e%2e/system',
      `series/${seriesId}/..%2f..%2f..%2fsystem`,
      `series/${seriesId}%2f..%2f${foreign.seriesId}`,
      `series/..%2f${seriesId}`,
      `series/${seriesId.toUpperCase()}`,
      `instances/jpeg95-${instanceId}_0/../${foreign.instanceId}`,
      `instances/jpeg95-${instanceId}_0%2f`,
      `instances/jpeg101-${instanceId}_0`,
      `instances/jpeg95-${instanceId}_-1`,
      `instances/jpeg95-${instanceId}_999999`,
      `instances/${instanceId}/file`,
      'app/../../system',
      'app/..%2fviewer.js',
      'libs/..js',
      'libs/..%5c..%5csystem.js',
      'app/nothing.js',
      '',
    ]) {
      expect(`${path} ${await outcome(path, cookies)}`).toBe(`${path} 404 NOT_FOUND`)
    }
    for (const control of ['%00', '%0a']) expect(await outcome(`series/${seriesId}${control}`, cookies)).toBe('400 INVALID_FIELD')
  })

  it('is read-only', async () => {
    const { cookies } = await open('admin')
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const url = `/archive-viewer/${mine.id}/web-viewer/series/${mine.seriesId}`
      expect((await api.request({ method, url, cookies })).json()).toMatchObject({ success: false, code: 'NOT_FOUND' })
    }
  })

  it('closes when the assignment or the session ends', async () => {
    const study = await store(cast.labA.id, ct())
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.otherDoctor.doctorId, assignedBy: cast.admin.userId })
    const { cookies } = await open('otherDoctor', study.id)
    const outcomes = async () => [
      await outcome(`series/${study.seriesId}`, cookies, study.id),
      await outcome(image(study), cookies, study.id),
    ]
    expect(await outcomes()).toEqual([200, 200])
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect(await outcomes()).toEqual(['404 STUDY_NOT_FOUND', '404 STUDY_NOT_FOUND'])
    await api.db.update(assignments).set({ unassignedAt: null }).where(eq(assignments.studyId, study.id))
    await api.db.transaction((tx) => revokeSession(tx, cast.otherDoctor.sessionId))
    expect(await outcomes()).toEqual(['401 NOT_AUTHENTICATED', '401 NOT_AUTHENTICATED'])
  })

  it.each([
    ['a huge image', { Rows: 65_535, Columns: 65_535, BitsAllocated: 16 }, 'IMAGE_TOO_LARGE'],
    ['many samples a pixel', { Rows: 4000, Columns: 4000, SamplesPerPixel: 65_535 }, 'IMAGE_TOO_LARGE'],
    ['a size of many values', { Rows: Array(99).fill(65_535), Columns: Array(99).fill(65_535) }, 'IMAGE_TOO_LARGE'],
    ['no pixels at all', {}, 'SERIES_WITHOUT_IMAGES'],
    ['pixels that are not there', { Rows: 16, Columns: 16, BitsAllocated: 16 }, 'IMAGE_INVALID'],
  ])('does not show %s', async (_what, tags, code) => {
    const study = await store(cast.labA.id, makeImage(tags))
    const { cookies } = await open('admin', study.id)
    expect(await outcome(image(study), cookies, study.id)).toBe(`409 ${code}`)
  })

  it('describes series and images as the plugin does', async () => {
    const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), PatientID: 'AS THE PLUGIN' }
    const study = await store(
      cast.labA.id,
      syntheticCt({
        studyInstanceUid: uids.StudyInstanceUID,
        seriesInstanceUid: uids.SeriesInstanceUID,
        sopInstanceUid: newUid(),
        patientId: 'AS THE PLUGIN',
      }),
    )
    const { cookies } = await open('admin', study.id)
    const ofPlugin = async (path: string) => (await fetch(`${archive.url}/web-viewer/${path}`, { headers: credentials() })).json()
    const ours = async (path: string) => (await part(path, cookies, study.id)).json()
    for (const form of ['jpeg80', 'deflate']) {
      const path = `instances/${form}-${study.instanceId}_0`
      const Described = z.object({ Orthanc: z.object({ PixelData: z.string() }).loose() }).loose()
      const [{ Orthanc: a, ...image }, { Orthanc: b, ...expected }] = [
        Described.parse(await ours(path)),
        Described.parse(await ofPlugin(path)),
      ]
      expect(image).toEqual(expected)
      expect({ ...a, PixelData: '' }).toEqual({ ...b, PixelData: '' })
    }
    const path = `series/${study.seriesId}`
    const Series = z.object({ Slices: z.array(z.string()), Type: z.string() }).loose()
    const [described, plugin] = [Series.parse(await ours(path)), Series.parse(await ofPlugin(path))]
    expect([described.Slices, Object.keys(described).sort()]).toEqual([plugin.Slices, Object.keys(plugin).sort()])
  })

  it('does not list millions of frames', async () => {
    const study = await store(cast.labA.id, makeImage({ Rows: 16, Columns: 16, NumberOfFrames: '200000000' }))
    const { cookies } = await open('admin', study.id)
    expect(await outcome(`series/${study.seriesId}`, cookies, study.id)).toBe('409 IMAGE_TOO_LARGE')
  })

  it('shows a good image beside a bad one', async () => {
    const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), PatientID: 'BESIDE' }
    const good = syntheticCt({
      studyInstanceUid: uids.StudyInstanceUID,
      seriesInstanceUid: uids.SeriesInstanceUID,
      patientId: 'BESIDE',
      sopInstanceUid: newUid(),
    })
    const study = await store(cast.labA.id, good)
    const bad = await store(cast.labA.id, makeImage({ ...uids, Rows: 65_535, Columns: 65_535 }))
    const { cookies } = await open('admin', study.id)
    expect(await outcome(image(bad), cookies, study.id)).toBe('409 IMAGE_TOO_LARGE')
    expect(await outcome(image(study), cookies, study.id)).toBe(200)
  })

  it('says that the images are missing from the archive', async () => {
    const study = await store(cast.labA.id, ct())
    const { cookies } = await open('admin', study.id)
    await fetch(`${archive.url}/studies/${study.orthancId}`, { method: 'DELETE', headers: credentials() })
    expect(await outcome(`series/${study.seriesId}`, cookies, study.id)).toBe('409 IMAGES_MISSING')
    await api.db.update(studies).set({ imagesMissingAt: new Date() }).where(eq(studies.id, study.id))
    expect((await get('series', cookies, study.id)).json().study.imagesMissing).toBe(true)
  })

  it('is offered if the archive has it, unless the operator turned it off', async () => {
    const offered = async (asked: TestApi) => (await asked.request({ method: 'GET', url: '/api/settings' })).json().archiveViewer
    expect(await offered(api)).toBe(true)
    const off = await startTestApi({ archive, env: { ARCHIVE_VIEWER: 'off' } })
    const { admin } = await createCast(off.db)
    const study = await createStudy(off.db)
    expect(await offered(off)).toBe(false)
    for (const path of ['series', 'web-viewer/app/viewer.html']) {
      const answer = await off.request({ method: 'GET', url: `/archive-viewer/${study.id}/${path}` }, admin)
      expect(answer.json().code).toBe('NOT_FOUND')
    }
    const payload = { purpose: 'viewer', studyId: study.id }
    const { url } = (await off.request({ method: 'POST', url: '/api/auth/tickets', payload }, admin)).json()
    expect((await off.request({ method: 'GET', url: `${url}&viewer=archive` })).json().code).toBe('NOT_FOUND')
    await off.stop()
    const plain = await startTestApi()
    expect(await offered(plain)).toBe(false)
    await plain.stop()
  })

  it("says that the archive is down, and still lists the study's series", async () => {
    const { cookies } = await open('admin')
    archive.kill()
    await archive.exited
    expect(await outcome(`series/${mine.seriesId}`, cookies)).toBe('503 ARCHIVE_UNAVAILABLE')
    expect((await get('series', cookies)).json().series).toHaveLength(1)
  })
})
