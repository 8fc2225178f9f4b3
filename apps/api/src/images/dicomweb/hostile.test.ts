import { createServer } from 'node:http'
import { studies } from '@readroom/db/studies/studies.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startTestApi } from '../../testing/test-api.ts'
import { type Gateway, newUids, startGateway, uidTags } from './gateway.fixture.ts'
import { readPath } from './paths.ts'

describe('image gateway with hostile or broken input', () => {
  let gateway: Gateway

  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  const ct = (uids = newUids(), patientId = 'CT') =>
    syntheticCt({ studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid, patientId })

  const rle = '1.2.840.10008.1.2.5'
  const decodings = [
    `multipart/related; type="image/dicom-rle"; transfer-syntax=${rle}`,
    `multipart/related; type=application/dicom; transfer-syntax=${rle}`,
    `multipart/related; type="application/octet-stream"; transfer-syntax=${rle}`,
    'multipart/related; type="application/octet-stream"',
    'multipart/related; type="image/jpeg"',
    'multipart/related; type="image/jp2"',
    'image/jpeg',
    'image/png',
    'image/gif',
    '*/*',
    `application/dicom;transfer-syntax=${rle}`,
  ]

  it('keeps the archive alive whatever transfer syntax is requested for an image that claims to be huge', async () => {
    const pixels = { BitsAllocated: 16, BitsStored: 16, HighBit: 15, PixelRepresentation: 0, SamplesPerPixel: 1 }
    const size = { Rows: 65_535, Columns: 65_535, PhotometricInterpretation: 'MONOCHROME2', PixelData: new ArrayBuffer(64) }
    const { uid, seriesUid, path } = await gateway.storeTagged({ ...pixels, ...size })
    const series = `/studies/${uid}/series/${seriesUid}`
    for (const accept of decodings) {
      for (const asked of [`${path}/frames/1`, `${path}/frames/1,1,1`, path, series, `/studies/${uid}`]) {
        await gateway.get(asked, { accept })
        await gateway.get(`${asked}?accept=image/jpeg&transferSyntax=${rle}&transfer-syntax=${rle}&contentType=image/jpeg`, {})
      }
      for (const drawn of [`${path}/rendered`, `${path}/thumbnail`, `${path}/frames/1/rendered`, `${series}/rendered`]) {
        expect(await gateway.outcome(drawn, { accept })).toMatch(/^409 IMAGE_TOO_LARGE|^406 NOT_ACCEPTABLE/)
        await gateway.api.request({ method: 'HEAD', url: `/dicom-web${drawn}`, headers: { accept } })
      }
    }
    const ended = await Promise.race([gateway.archive.exited.then(() => true), gateway.get('/studies').then(() => false)])
    expect(ended).toBe(false)
    expect(await gateway.outcome(`${series}/metadata`)).toBe('200')
  })

  it('sends stored representations, and refuses others with a clear error', async () => {
    const uids = newUids()
    const image = ct(uids)
    const { path } = await gateway.store(image, uids)
    const pixels = image.subarray(image.length - 16 * 16 * 2)
    for (const accept of [
      'multipart/related; type=application/octet-stream; transfer-syntax=*',
      'multipart/related; type="application/octet-stream"',
      `multipart/related; type="application/octet-stream"; transfer-syntax=${rle}`,
      '*/*',
    ]) {
      const answer = await gateway.get(`${path}/frames/1`, { accept })
      expect([answer.statusCode, answer.rawPayload.includes(pixels)]).toEqual([200, true])
    }
    const file = await gateway.get(path, { accept: `multipart/related; type="application/dicom"; transfer-syntax=${rle}` })
    expect([file.statusCode, file.rawPayload.includes(pixels)]).toEqual([200, true])
    expect((await gateway.get(`${path}/bulk/7fe00010`)).rawPayload.includes(pixels)).toBe(true)
    for (const type of ['image/jpeg', 'image/png']) {
      expect((await gateway.get(`${path}/rendered`, { accept: type })).headers['content-type']).toBe(type)
    }
    const refused = await gateway.get(`${path}/frames/1`, { accept: decodings[0] ?? '' })
    const message = 'Images are not available in the requested format.'
    expect([refused.statusCode, refused.json()]).toEqual([406, { success: false, code: 'NOT_ACCEPTABLE', message }])
    expect(await gateway.outcome(`${path}/metadata`, { accept: 'multipart/related; type="application/dicom+xml"' })).toBe(
      '406 NOT_ACCEPTABLE',
    )
  })

  it('shows nothing of another patient with the same UIDs, even before the worker has seen that study', async () => {
    const uids = newUids()
    const { uid, seriesUid, path } = await gateway.store(ct(uids, 'MINE'), uids)
    const other = { ...uids, seriesUid: newUid(), sopUid: newUid() }
    const late = { ...uids, sopUid: newUid() }
    for (const image of [other, late]) {
      await gateway.upload(makeImage({ ...uidTags(image), PatientID: 'OTHER', PatientName: 'Secret^Name' }))
    }
    for (const below of [
      '',
      '/series',
      '/series?includefield=00100010',
      '/instances?includefield=00100010',
      '/metadata',
      `/series/${seriesUid}`,
      `/series/${seriesUid}/instances?includefield=00100010`,
      `/series/${seriesUid}/metadata`,
    ]) {
      expect(`${below} ${await gateway.outcome(`/studies/${uid}${below}`)}`).toBe(`${below} 409 STUDY_UID_AMBIGUOUS`)
    }
    for (const asked of [
      path,
      `${path}/metadata`,
      `${path}/frames/1,1`,
      `/studies/${uid}/series/${seriesUid}/instances/${late.sopUid}`,
    ]) {
      expect(await gateway.outcome(asked)).toBe('409 STUDY_UID_AMBIGUOUS')
    }
    expect((await gateway.get(`/studies?StudyInstanceUID=${uid}`)).json()).toEqual([])
  })

  it('does not show another study that took the place of one in the archive', async () => {
    const uids = newUids()
    const { uid, path } = await gateway.store(ct(uids, 'MINE'), uids)
    await gateway.api.db.update(studies).set({ orthancId: 'x' }).where(eq(studies.studyInstanceUid, uid))
    for (const asked of [`/studies/${uid}/series`, path]) expect(await gateway.outcome(asked)).toBe('404 STUDY_NOT_FOUND')
    expect((await gateway.get(`/studies?StudyInstanceUID=${uid}`)).json()).toEqual([])
  })

  it('lists only series that the database knows', async () => {
    const uids = newUids()
    const { uid, seriesUid } = await gateway.store(ct(uids), uids)
    const late = { ...uids, seriesUid: newUid(), sopUid: newUid() }
    await gateway.upload(ct(late))
    for (const below of ['series', 'instances', 'metadata']) {
      const listed: Record<string, { Value: string[] }>[] = (await gateway.get(`/studies/${uid}/${below}`)).json()
      expect(listed.map((item) => item['0020000E']?.Value)).toEqual([[seriesUid]])
    }
    expect(await gateway.outcome(`/studies/${uid}/series/${late.seriesUid}/metadata`)).toBe('404 STUDY_NOT_FOUND')
  })

  it('writes its own address into links, whatever host the client sends', async () => {
    const uids = newUids()
    const { uid, path } = await gateway.store(ct(uids), uids)
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    const trusting = await startTestApi({ archive: gateway.archive, env: { TRUST_PROXY: '1' } })
    onTestFinished(() => trusting.stop())
    const { admin, labA } = await createCast(trusting.db)
    const [row] = await gateway.api.db.select().from(studies).where(eq(studies.studyInstanceUid, uid))
    await createStudy(trusting.db, { orthancId: row?.orthancId ?? '', studyInstanceUid: uid, labId: labA.id })
    const searched = await trusting.request({ method: 'GET', url: '/dicom-web/studies', headers: forged }, admin)
    const metadata = await gateway.get(`${path}/metadata`, forged)
    const instances = await gateway.get(`/studies/${uid}/instances`, forged)
    for (const { body, statusCode } of [metadata, instances, searched]) {
      const links = [...body.matchAll(/[a-z]+:\/\/[^"]*/g)].map(([link]) => link)
      expect([statusCode, links.length > 0]).toEqual([200, true])
      for (const link of links) expect(link).toMatch(new RegExp(`^http://localhost:8080/dicom-web/studies/${uid}(/|$)`))
    }
    const [{ '7FE00010': element }] = metadata.json()
    expect(element.BulkDataURI).toBe(`http://localhost:8080/dicom-web${path}/bulk/7fe00010`)
  })

  it('opens studies whose UIDs contain letters', async () => {
    const uids = { uid: `${newUid().slice(0, 40)}.AbC-x_1`, seriesUid: '1.2.Series', sopUid: '1.2.Image' }
    const { path, uid, id } = await gateway.store(ct(uids), uids)
    expect((await gateway.get(`/studies?StudyInstanceUID=${uid}`)).json()).toHaveLength(1)
    for (const below of ['/series', '/metadata']) expect(await gateway.outcome(`/studies/${uid}${below}`)).toBe('200')
    for (const below of ['', '/metadata', '/frames/1', '/rendered']) expect(await gateway.outcome(path + below)).toBe('200')
    expect(await gateway.outcome(`/studies/${uid.toLowerCase()}/series`)).toBe('404 STUDY_NOT_FOUND')
    for (const dots of ['..', '.', '-']) expect(readPath(`series/${dots}/metadata`)).toBeNull()
    const { admin } = await createCast(gateway.api.db)
    const open = async (studyId: string) =>
      gateway.api.request({ method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'viewer', studyId } }, admin)
    expect((await open(id)).statusCode).toBe(200)
    const impossible = await createStudy(gateway.api.db, { studyInstanceUid: '1.2/3 4' })
    expect((await open(impossible.id)).json()).toMatchObject({ success: false, code: 'STUDY_UID_UNUSABLE' })
  })

  it("gives one error for missing and hidden images, without the archive's text", async () => {
    const uids = newUids()
    const { uid, seriesUid, path } = await gateway.store(ct(uids), uids)
    const elsewhere = await gateway.storeTagged()
    const instances = `/studies/${uid}/series/${seriesUid}/instances`
    const asked = [`${instances}/${newUid()}`, `${instances}/${elsewhere.sopUid}`, `${path}/bulk/00400010`]
    for (const missing of asked) {
      const answer = await gateway.get(missing)
      const body = { success: false, code: 'STUDY_NOT_FOUND', message: 'Study not found' }
      expect([missing, answer.statusCode, answer.json()]).toEqual([missing, 404, body])
    }
  })

  it.each([
    [302, '503 ARCHIVE_UNAVAILABLE'],
    [204, '503 ARCHIVE_UNAVAILABLE'],
    [400, '404 STUDY_NOT_FOUND'],
    [401, '503 ARCHIVE_UNAVAILABLE'],
    [403, '503 ARCHIVE_UNAVAILABLE'],
    [404, '404 STUDY_NOT_FOUND'],
    [406, '404 STUDY_NOT_FOUND'],
    [500, '503 ARCHIVE_UNAVAILABLE'],
    [503, '503 ARCHIVE_UNAVAILABLE'],
  ])('does not pass on a %s of the archive', async (status, outcome) => {
    let found: string[] = []
    const server = createServer((request, response) => {
      const isLookup = request.url === '/tools/lookup'
      response.writeHead(isLookup && found.length > 0 ? 200 : status)
      response.end(isLookup ? JSON.stringify(found.map((ID) => ({ ID, Type: 'Study' }))) : '{"Details":"inexistent"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const api = await startTestApi({ archive: { url: `http://127.0.0.1:${port}`, username: '', password: '' } })
    onTestFinished(() => api.stop())
    const { admin } = await createCast(api.db)
    const study = await createStudy(api.db)
    for (const known of [[], [study.orthancId]]) {
      found = known
      for (const below of ['', '/series', '/metadata']) {
        const answer = await api.request({ method: 'GET', url: `/dicom-web/studies/${study.studyInstanceUid}${below}` }, admin)
        expect(answer.body).not.toContain('inexistent')
        if (known.length > 0) expect(`${answer.statusCode} ${answer.json().code}`).toBe(outcome)
        expect(answer.statusCode).not.toBe(401)
      }
    }
  })

  // A client must not wait half a minute for this.
  it('says that the archive does not answer', { timeout: 12_000 }, async () => {
    const uids = newUids()
    const { uid, path } = await gateway.store(ct(uids), uids)
    process.kill(gateway.archive.pid, 'SIGSTOP')
    try {
      const asked = ['/studies', `/studies/${uid}/series`, `/studies/${uid}/metadata`, `${path}/frames/1`, `${path}/rendered`]
      const many = Array.from({ length: 6 }, () => asked).flat()
      const outcomes = await Promise.all(many.map((url) => gateway.outcome(url)))
      expect(new Set(outcomes)).toEqual(new Set(['503 ARCHIVE_UNAVAILABLE']))
    } finally {
      process.kill(gateway.archive.pid, 'SIGCONT')
    }
  })
})
