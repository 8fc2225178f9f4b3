import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSampleFolder } from '@readroom/local/core/config'
import { makeImage } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Gateway, newUids, startGateway, uidTags } from './gateway.fixture.ts'

const sampleFolder = readSampleFolder(fileURLToPath(new URL('../../../../../', import.meta.url)))

const Tags = z.object({ StudyInstanceUID: z.string(), SeriesInstanceUID: z.string(), SOPInstanceUID: z.string() })

/** The transfer syntax of each part of a multipart answer, and its bytes. */
function partsOf(contentType: string, body: Buffer): { transferSyntax: string | undefined; bytes: string }[] {
  const [, boundary = ''] = /boundary=([^;]+)/.exec(contentType) ?? []
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n')
    const [, transferSyntax] = /transfer-syntax=([0-9.]+)/.exec(part.slice(0, end)) ?? []
    return { transferSyntax, bytes: part.slice(end + 4, -2) }
  })
}

describe('frames', () => {
  let gateway: Gateway

  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  const askArchive = (path: string, init: RequestInit = {}) => {
    const { url, username, password } = gateway.archive
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    return fetch(url + path, { ...init, headers: { ...init.headers, authorization } })
  }

  /** Returns the frames as the archive's own DICOMweb sends them; its status if it does not. */
  async function readFromArchive(path: string) {
    const accept = 'multipart/related; type="application/octet-stream"; transfer-syntax=*'
    const answer = await askArchive(`/dicom-web${path}`, { headers: { accept } })
    const body = Buffer.from(await answer.arrayBuffer())
    return answer.ok ? partsOf(answer.headers.get('content-type') ?? '', body) : answer.status
  }

  async function readFromGateway(path: string) {
    const { statusCode, headers, rawPayload } = await gateway.get(path)
    if (headers['content-length'] !== undefined) expect(Number(headers['content-length'])).toBe(rawPayload.length)
    return statusCode === 200 ? partsOf(String(headers['content-type']), rawPayload) : statusCode
  }

  async function storeSample(image: Buffer) {
    const { ID } = await gateway.upload(image)
    const tags = Tags.parse(await (await askArchive(`/instances/${ID}/simplified-tags`)).json())
    return gateway.store(image, { uid: tags.StudyInstanceUID, seriesUid: tags.SeriesInstanceUID, sopUid: tags.SOPInstanceUID })
  }

  it("are never another patient's, even if all UIDs are the same", async () => {
    const uids = newUids()
    const ids = { studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid }
    const { path } = await gateway.store(syntheticCt({ ...ids, patientId: 'MINE', side: 16 }), uids)
    const own = await readFromGateway(`${path}/frames/1`)
    await gateway.upload(syntheticCt({ ...ids, patientId: 'OTHER', side: 8 }))
    expect(own).toEqual([{ transferSyntax: '1.2.840.10008.1.2.1', bytes: expect.stringMatching(/^[\s\S]{512}$/) }])
    expect(await readFromGateway(`${path}/frames/1`)).toEqual(own)
    expect(await gateway.outcome(`${path}/frames/1,1`)).toBe('409 STUDY_UID_AMBIGUOUS')
  })

  it('of an image without a patient ID open', async () => {
    const uids = newUids()
    const pixels = { Rows: 2, Columns: 2, BitsAllocated: 8, SamplesPerPixel: 1, PhotometricInterpretation: 'MONOCHROME2' }
    const image = makeImage({ ...uidTags(uids), ...pixels, PatientID: '', PixelData: new Uint8Array([1, 2, 3, 4]).buffer })
    const { path } = await gateway.store(image, uids)
    expect(await readFromGateway(`${path}/frames/1`)).toMatchObject([{ bytes: '\x01\x02\x03\x04' }])
  })

  it('may be asked for by HEAD, and left before their end', async () => {
    const uids = newUids()
    const ids = { studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid }
    const { path } = await gateway.store(syntheticCt({ ...ids, side: 2048 }), uids)
    const origin = await gateway.api.app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: gateway.authorization }
    for (let times = 0; times < 20; times++) {
      const answer = await fetch(`${origin}/dicom-web${path}/frames/1`, { method: 'HEAD', headers })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('multipart/related')])
      const left = await fetch(`${origin}/dicom-web${path}/frames/1`, { headers })
      await left.body?.cancel()
    }
    expect(await gateway.outcome(`${path}/frames/1`)).toBe('200')
  })

  it('of an image without pixels cannot be shown', async () => {
    const { path } = await gateway.storeTagged()
    expect(await gateway.outcome(`${path}/frames/1`)).toBe('409 IMAGE_NOT_DRAWN')
  })

  it('that do not exist are not found', async () => {
    const uids = newUids()
    const { path: ct } = await gateway.store(
      syntheticCt({ studyInstanceUid: `${uids.uid}.1`, seriesInstanceUid: `${uids.uid}.2`, sopInstanceUid: `${uids.uid}.3` }),
      { uid: `${uids.uid}.1`, seriesUid: `${uids.uid}.2`, sopUid: `${uids.uid}.3` },
    )
    expect(await gateway.outcome(`${ct}/frames/1`)).toBe('200')
    for (const number of [0, 2]) expect(await gateway.outcome(`${ct}/frames/${number}`)).toMatch(/^404/)
    expect(await gateway.outcome(`${ct.slice(0, -1)}9/frames/1`)).toMatch(/^404/)
  })

  it.skipIf(!existsSync(sampleFolder))(
    `of real studies are those that the archive sends (READROOM_DICOM_SAMPLES or ${sampleFolder})`,
    async () => {
      const folders = (await readdir(sampleFolder)).filter((name) => !/^_|^LICENSES|\./.test(name))
      const syntaxes = new Set<string | undefined>()
      for (const folder of folders) {
        const [first] = (await readdir(join(sampleFolder, folder))).filter((name) => name.endsWith('.dcm'))
        if (first === undefined) continue
        const { path } = await storeSample(await readFile(join(sampleFolder, folder, first)))
        const ours = await readFromGateway(`${path}/frames/1`)
        const theirs = await readFromArchive(`${path}/frames/1`)
        if (typeof theirs === 'number') {
          expect(`${folder} ${ours}`).toMatch(/ (404|409)$/)
        } else {
          expect([folder, ours]).toEqual([folder, theirs])
          for (const { transferSyntax } of theirs) syntaxes.add(transferSyntax)
        }
      }
      expect(syntaxes.size).toBeGreaterThan(3)
    },
  )
})
