import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { maxKeyImages } from '@readroom/contracts/reading/key-images'
import { labs } from '@readroom/db/people/labs.schema'
import { keyImages } from '@readroom/db/reading/key-images.schema'
import { listSignedHashes } from '@readroom/db/reports/report-versions'
import type { StudyRow } from '@readroom/db/studies/studies'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { pixelImage } from '@readroom/orthanc/testing/pixel-image'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { inflatingPicture, picture } from '../../testing/key-image.fixture.ts'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { writtenReport } from '../../testing/written-report.fixture.ts'

const content = writtenReport({ findings: 'A small effusion.', impression: 'Effusion.' })
const uid = '1.2.840.1'
const framesUid = '1.2.840.2'

/** The corners of an image that fills its picture. */
const wholePicture = '0,0,1,0,0,1'

const side = 64

/** Makes the pixels of an image: soft spots at places that depend on `seed`. */
function blobs(seed: number): Buffer {
  const spots = Array.from({ length: 6 }, (_, index) => {
    const at = (seed * 7 + index * 13) * 2654435761
    return [((at >>> 8) % 48) + 8, ((at >>> 16) % 48) + 8] as const
  })
  return Buffer.from(
    Array.from({ length: side * side }, (_, index) => {
      const [x, y] = [index % side, Math.floor(index / side)]
      const light = spots.map(([atX, atY]) => Math.exp(-((x - atX) ** 2 + (y - atY) ** 2) / 60))
      return Math.min(255, Math.round(200 * light.reduce((sum, one) => sum + one, 0)))
    }),
  )
}

const annotation = '<path d="M60 80L300 250" stroke="yellow" stroke-width="2"/><text x="200" y="120" fill="yellow">41 mm</text>'

/** Draws an image as a viewer does, with a window and an annotation, on 400 x 400 pixels. */
async function viewOf(pixels: Buffer, { isInverted = false, annotation: drawn = '' } = {}): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .linear(1.2, 10)
    .negate(isInverted)
    .toColourspace('srgb')
    .resize(400, 400, { kernel: 'linear' })
  const overlay = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${drawn}</svg>`)
  return sharp(await image.png().toBuffer())
    .composite([{ input: overlay }])
    .png()
    .toBuffer()
}

const greysOf = async (bytes: Buffer) => [...(await sharp(bytes).greyscale().raw().toBuffer())]

describe('key images', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  let dir: string
  let archive: Orthanc
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'readroom-key-images-'))
    archive = await startOrthanc({ dir, durable: false })
    api = await startTestApi({ archive })
    cast = await createCast(api.db)
  })
  afterAll(async () => {
    await api.stop()
    await archive.kill()
    await rm(dir, { recursive: true, force: true })
  })

  /** Stores series 1 of a study: image 12, and image 13 with five frames. */
  async function storeImages(): Promise<{ orthancId: string; studyInstanceUid: string }> {
    const ofSeries = {
      StudyInstanceUID: newUid(),
      SeriesInstanceUID: newUid(),
      PatientID: newUid().slice(0, 30),
      SeriesNumber: 1,
    }
    const files = [
      makeImage({ ...ofSeries, SOPInstanceUID: uid, InstanceNumber: 12 }),
      makeImage({ ...ofSeries, SOPInstanceUID: framesUid, InstanceNumber: 13, NumberOfFrames: 5 }),
    ]
    let orthancId = ''
    for (const file of files) {
      orthancId = (await api.orthanc.addInstance(Readable.from([file], { objectMode: false }), file.length)).ParentStudy
    }
    return { orthancId, studyInstanceUid: ofSeries.StudyInstanceUID }
  }

  type Person = 'assignedDoctor' | 'otherDoctor' | 'admin' | 'staffA' | 'staffB'
  async function assignedStudy() {
    const images = await storeImages()
    const study = await createStudy(api.db, { ...images, labId: cast.labA.id, status: 'assigned_to_doctor' })
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    return study
  }
  const send = (
    study: StudyRow,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    who: Person = 'assignedDoctor',
  ) => api.request({ method, url: `/api/studies/${study.id}/${path}`, ...(payload && { payload }) }, cast[who])

  /** Opens a window of the assigned doctor, with a saved draft. */
  async function write(study: StudyRow, more: { kind?: string; reason?: string; content?: object } = {}) {
    const windowId = randomUUID()
    const { fence } = (await send(study, 'POST', 'reading/hold', { windowId, takeOver: true })).json()
    const held = { windowId, fence }
    const saved = await send(study, 'PUT', 'reading/draft', { ...held, revision: 0, kind: 'original', content, ...more })
    expect(saved.statusCode).toBe(200)
    const { revision } = saved.json()
    const add = async (bytes: Uint8Array = picture(), fields: Record<string, string> = {}, who: Person = 'assignedDoctor') => {
      const file = new File([new Uint8Array(bytes)], 'x')
      const place = { studyInstanceUid: study.studyInstanceUid, sopInstanceUid: uid, series: '1', image: '12', frame: '' }
      const all = { windowId, fence: String(fence), corners: wholePicture, ...place, ...fields, picture: file }
      return api.request(await form('POST', `/api/studies/${study.id}/reading/key-images`, all), cast[who])
    }
    const arrange = (list: readonly { id: string; caption: string }[], removed: readonly string[] = []) =>
      send(study, 'PUT', 'reading/key-images', { ...held, keyImages: list, removed })
    const open = async () => (await send(study, 'GET', `reading?windowId=${windowId}`)).json()
    const look = (id: string, who: Person = 'assignedDoctor') => send(study, 'GET', `key-images/${id}`, undefined, who)
    const sign = async (more: object = {}) => {
      const { keyImages: all } = await open()
      const seen = all.map(({ id, caption }: { id: string; caption: string }) => ({ id, caption }))
      const known = { ...held, revision, meaning: 'final', confirmed: [], requestId: randomUUID(), keyImages: seen, ...more }
      await api.asOwner(`update sessions set signing_confirmed_at = now() where id = '${cast.assignedDoctor.sessionId}'`)
      return send(study, 'POST', 'reading/sign', known)
    }
    const discard = () => send(study, 'POST', 'reading/discard', { ...held, revision })
    return { held, add, arrange, open, look, sign, discard }
  }
  const stored = () => api.listFiles('key-images').catch(() => [])
  const rowsOf = (study: StudyRow) => api.db.select().from(keyImages).where(eq(keyImages.studyId, study.id))
  const versionsOf = async (study: StudyRow, who: Person = 'admin') =>
    (await send(study, 'GET', 'report-versions', undefined, who)).json()

  it('are added, captioned, moved and removed, and kept for the next opening', async () => {
    const study = await assignedStudy()
    const window = await write(study)
    const before = (await stored()).length
    const first = (await window.add(picture(4, 3))).json().keyImages[0]
    expect(first).toMatchObject({ caption: '', series: 1, image: 12, frame: null, sopInstanceUid: uid, width: 4, height: 3 })
    const second = (await window.add(picture(5, 5, 9), { sopInstanceUid: framesUid, series: '', image: '', frame: '3' })).json()
      .keyImages[1]
    expect(second).toMatchObject({ series: 1, image: 13, frame: 3, width: 5 })
    const looked = await window.look(first.id)
    expect(looked.headers['content-type']).toBe('image/png')
    expect(await greysOf(looked.rawPayload)).toEqual(await greysOf(picture(4, 3)))

    await window.arrange([
      { id: second.id, caption: '' },
      { id: first.id, caption: ' The effusion ' },
    ])
    expect((await window.open()).keyImages).toMatchObject([{ id: second.id }, { id: first.id, caption: 'The effusion' }])
    const alone = [{ id: first.id, caption: 'The effusion' }]
    expect((await window.arrange(alone)).json().code).toBe('CONFLICT')
    expect((await window.arrange(alone, [second.id])).statusCode).toBe(200)
    expect((await window.arrange(alone, [second.id])).statusCode).toBe(200)
    expect(await stored()).toHaveLength(before + 1)
    expect((await window.look(second.id)).json().code).toBe('KEY_IMAGE_NOT_FOUND')
    expect((await window.open()).keyImages).toHaveLength(1)
    expect((await window.arrange([{ id: second.id, caption: '' }])).json().code).toBe('KEY_IMAGE_NOT_FOUND')
    expect((await window.arrange(Array(2).fill({ id: first.id, caption: '' }))).statusCode).toBe(400)
  })

  it('must be of this study, PNG or JPEG, up to 1,024 pixels and 2 MB, and at most a dozen', async () => {
    const study = await assignedStudy()
    const { add } = await write(study)
    const codes = async (...answers: ReturnType<typeof add>[]) => (await Promise.all(answers)).map((answer) => answer.json().code)
    expect(await codes(add(picture(), { studyInstanceUid: '1.2.3.999' }))).toEqual(['KEY_IMAGE_OF_OTHER_STUDY'])
    expect(await codes(add(Buffer.from('GIF89a')), add(Buffer.from('<svg/>')), add(picture(1025, 3)))).toEqual(
      Array(3).fill('KEY_IMAGE_INVALID'),
    )
    expect(await codes(add(Buffer.concat([picture(), Buffer.alloc(2 * 1024 * 1024)])))).toEqual(['KEY_IMAGE_TOO_LARGE'])
    expect((await add(picture(), { frame: '0' })).statusCode).toBe(400)
    expect(await rowsOf(study)).toEqual([])
    for (let number = 1; number <= maxKeyImages; number += 1) expect((await add()).statusCode).toBe(200)
    expect(await codes(add())).toEqual(['TOO_MANY_KEY_IMAGES'])
    expect(await rowsOf(study)).toHaveLength(maxKeyImages)
  })

  it('must be images and frames of this study in the archive, and get their numbers from it', async () => {
    const [study, other] = [await assignedStudy(), await assignedStudy()]
    const { add } = await write(study)
    const elsewhere = newUid()
    const foreign = makeImage({ StudyInstanceUID: newUid(), SOPInstanceUID: elsewhere })
    await api.orthanc.addInstance(Readable.from([foreign], { objectMode: false }), foreign.length)
    const refused = [
      { sopInstanceUid: newUid() },
      { sopInstanceUid: elsewhere },
      { sopInstanceUid: other.studyInstanceUid },
      { frame: '2' },
      { sopInstanceUid: framesUid, frame: '6' },
      { sopInstanceUid: framesUid, frame: '' },
    ]
    for (const fields of refused) {
      expect((await add(picture(), fields)).json()).toEqual({
        success: false,
        code: 'KEY_IMAGE_NOT_IN_STUDY',
        message: 'This image is not in the study in the image archive. It was not added to the report.',
      })
    }
    expect(await rowsOf(study)).toEqual([])
    const taken = (await add(picture(), { series: '7', image: '99', frame: '1' })).json().keyImages
    expect(taken).toMatchObject([{ sopInstanceUid: uid, series: 1, image: 12, frame: null }])
  })

  it('must match the pixels of their image and frame in the archive', async () => {
    const study = await assignedStudy()
    const { add, open } = await write(study)
    const [shownUid, undecodedUid] = [newUid(), newUid()]
    const header = { photometric: 'MONOCHROME2', samples: 1, rows: side, columns: side, allocated: 8, stored: 8, high: 7 }
    const patient = (await api.orthanc.getStudy(study.orthancId)).PatientMainDicomTags.PatientID ?? ''
    const uids = { studyInstanceUid: study.studyInstanceUid, patientId: patient }
    for (const file of [
      pixelImage(
        { ...header, frames: '2', representation: 0, pixels: Buffer.concat([blobs(1), blobs(2)]) },
        { ...uids, sopInstanceUid: shownUid },
      ),
      pixelImage({ ...header, samples: 3, pixels: blobs(1) }, { ...uids, sopInstanceUid: undecodedUid }),
    ])
      expect((await api.orthanc.addInstance(Readable.from([file], { objectMode: false }), file.length)).ParentStudy).toBe(
        study.orthancId,
      )
    const of = { sopInstanceUid: shownUid, frame: '1' }
    const whole = await viewOf(blobs(1))
    for (const [bytes, fields] of [
      [await viewOf(blobs(2)), of],
      [whole, { ...of, frame: '2' }],
      [whole, { ...of, corners: '-0.2,0,1,0,-0.2,1' }],
      [whole, { ...of, corners: '0,0,1,1,0,0' }],
    ] as const) {
      const answer = await add(bytes, fields)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'KEY_IMAGE_DIFFERS'])
    }
    expect(await rowsOf(study)).toEqual([])
    const enlarged = await sharp(whole).extract({ left: 100, top: 0, width: 200, height: 400 }).toBuffer()
    for (const [bytes, fields] of [
      [whole, of],
      [await viewOf(blobs(1), { isInverted: true }), of],
      [await viewOf(blobs(1), { annotation }), of],
      [enlarged, { ...of, corners: '-0.5,0,1.5,0,-0.5,1' }],
      [await viewOf(blobs(2)), { ...of, frame: '2' }],
      // The archive must not decode it, so nothing can be compared.
      [whole, { sopInstanceUid: undecodedUid }],
    ] as const)
      expect((await add(bytes, fields)).statusCode).toBe(200)
    expect((await open()).keyImages).toHaveLength(6)
  })

  it('must be whole pictures: truncated and empty ones are refused', async () => {
    const study = await assignedStudy()
    const { add } = await write(study)
    const jpeg = await sharp(picture(400, 300)).jpeg().toBuffer()
    const garbage = picture(40, 30)
    garbage.fill(0x5a, garbage.indexOf('IDAT') + 4, garbage.indexOf('IEND') - 4)
    for (const broken of [picture(400, 300).subarray(0, 80), jpeg.subarray(0, jpeg.length / 2), garbage]) {
      expect((await add(broken)).json().code).toBe('KEY_IMAGE_INVALID')
    }
    expect(await rowsOf(study)).toEqual([])
  })

  it('are stored as pixels only, however much a file inflates to', async () => {
    const study = await assignedStudy()
    const { add, look } = await write(study)
    const received = inflatingPicture(200 * 1024 * 1024)
    const before = process.memoryUsage.rss()
    const { keyImages: taken } = (await add(received)).json()
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
    for (const { id } of taken ?? []) {
      const kept = (await look(id)).rawPayload
      expect([kept.length < 1000, kept.includes('Northgate Scanner')]).toEqual([true, false])
    }
    const camera = await sharp(picture(40, 30))
      .jpeg()
      .withExif({ IFD0: { Artist: 'Northgate Scanner' } })
      .toBuffer()
    const { keyImages: all } = (await add(camera)).json()
    expect((await look(all.at(-1).id)).rawPayload.includes('Northgate Scanner')).toBe(false)
  })

  it('are added and removed only by the holder of the report, and only after a save', async () => {
    const study = await assignedStudy()
    const window = await write(study)
    const [one] = (await window.add()).json().keyImages
    const files = await stored()
    await send(study, 'POST', 'reading/hold', { windowId: randomUUID(), takeOver: true })
    for (const answer of [await window.add(), await window.arrange([])])
      expect([answer.statusCode, answer.json().code]).toEqual([423, 'HOLD_LOST'])
    expect((await rowsOf(study)).map(({ id }) => id)).toEqual([one.id])
    expect(await stored()).toEqual(files)
    for (const who of ['admin', 'staffA'] as const) expect((await window.add(picture(), {}, who)).statusCode).toBe(403)
    expect((await window.add(picture(), {}, 'otherDoctor')).json().code).toBe('STUDY_NOT_FOUND')

    const bare = await assignedStudy()
    const held = { windowId: randomUUID(), takeOver: true }
    const { fence } = (await send(bare, 'POST', 'reading/hold', held)).json()
    const fields = { windowId: held.windowId, fence: String(fence), studyInstanceUid: bare.studyInstanceUid, sopInstanceUid: uid }
    const file = new File([new Uint8Array(picture())], 'x')
    const place = { series: '', image: '', frame: '', corners: wholePicture }
    const request = await form('POST', `/api/studies/${bare.id}/reading/key-images`, { ...fields, ...place, picture: file })
    expect((await api.request(request, cast.assignedDoctor)).json().code).toBe('DRAFT_STALE')
  })

  it('are visible with the draft to its readers, and with the report to its laboratory', async () => {
    const study = await assignedStudy()
    const window = await write(study)
    const [{ id }] = (await window.add()).json().keyImages
    const seen = async () => {
      const answers: [Person, number][] = []
      for (const who of ['assignedDoctor', 'admin', 'staffA', 'staffB', 'otherDoctor'] as const)
        answers.push([who, (await window.look(id, who)).statusCode])
      return Object.fromEntries(answers)
    }
    const others = { staffB: 404, otherDoctor: 404, assignedDoctor: 200, admin: 200 }
    expect(await seen()).toEqual({ ...others, staffA: 404 })
    expect((await window.sign({ meaning: 'preliminary' })).statusCode).toBe(200)
    expect(await seen()).toEqual({ ...others, staffA: 404 })
    await api.db.update(labs).set({ preliminaryVisible: true }).where(eq(labs.id, cast.labA.id))
    expect(await seen()).toEqual({ ...others, staffA: 200 })
    await api.db.update(labs).set({ preliminaryVisible: false }).where(eq(labs.id, cast.labA.id))
    await signAs(api, cast.assignedDoctor, study.id)
    // The final report does not contain it.
    expect(await seen()).toEqual({ ...others, staffA: 404 })
    const foreign = await assignedStudy()
    expect((await send(foreign, 'GET', `key-images/${id}`)).json().code).toBe('KEY_IMAGE_NOT_FOUND')
  })

  it('are signed with caption and place under the hash, and can no longer be changed or removed', async () => {
    const study = await assignedStudy()
    const window = await write(study)
    const [one] = (await window.add()).json().keyImages
    await window.arrange([{ id: one.id, caption: 'The effusion' }])
    // A signature must not cover images that the signer did not see.
    for (const keyImages of [[], [{ id: one.id, caption: '' }]])
      expect((await window.sign({ keyImages })).json().code).toBe('DRAFT_STALE')
    const { version } = (await window.sign()).json()
    expect(version.keyImages).toEqual([{ ...one, caption: 'The effusion' }])
    const told = await versionsOf(study, 'staffA')
    const [row] = await rowsOf(study)
    expect(told).toMatchObject({ isIntact: true, versions: [{ snapshot: { keyImages: [{ id: one.id, sha256: row?.sha256 }] } }] })
    expect(await listSignedHashes(api.db, study.id)).toEqual([version.hash])
    const own = eq(keyImages.id, one.id)
    await expect(api.db.delete(keyImages).where(own)).rejects.toThrow()
    await expect(api.db.update(keyImages).set({ sha256: 'x' }).where(own)).rejects.toThrow()
    await expect(api.db.update(keyImages).set({ signedAt: null }).where(own)).rejects.toThrow()

    // The owner of the database can change them, but the check detects it.
    const damage = async (change: string) => {
      const where = `where id = '${one.id}'`
      await api.asOwner(`begin; set local session_replication_role = replica; update key_images set ${change} ${where}; commit`)
      return (await versionsOf(study)).isIntact
    }
    const sha256 = row?.sha256 ?? ''
    const other = `${sha256.startsWith('0') ? '1' : '0'}${sha256.slice(1)}`
    expect(await damage(`sha256 = '${other}'`)).toBe(false)
    expect(await damage(`sha256 = '${sha256}'`)).toBe(true)
    expect(await damage('image = 13')).toBe(false)
    expect(await damage('image = 12')).toBe(true)
    const snapshot = `jsonb_set(snapshot, '{keyImages,0,caption}', '"Another"')`
    await api.asOwner(`begin; set local session_replication_role = replica;
      update report_versions set snapshot = ${snapshot} where study_id = '${study.id}'; commit`)
    expect((await versionsOf(study)).isIntact).toBe(false)
  })

  it('of a correction begin as those of the report, of an addendum as none, and a discarded draft keeps only signed ones', async () => {
    const study = await assignedStudy()
    const window = await write(study)
    const [one] = (await window.add()).json().keyImages
    await window.arrange([{ id: one.id, caption: 'The effusion' }])
    await window.sign()

    const addendum = await write(study, { kind: 'addendum', content: writtenReport({ addendum: 'More.' }) })
    expect((await addendum.open()).keyImages).toEqual([])
    const files = await stored()
    await addendum.add()
    await addendum.discard()
    expect(await stored()).toEqual(files)
    expect((await rowsOf(study)).map(({ id }) => id)).toEqual([one.id])

    const correction = await write(study, { kind: 'correction', reason: 'The side.' })
    expect((await correction.open()).keyImages).toEqual([{ ...one, caption: 'The effusion' }])
    await correction.arrange([], [one.id])
    expect(await rowsOf(study)).toMatchObject([{ id: one.id, position: null }])
    await correction.discard()
    const again = await write(study, { kind: 'correction', reason: 'The side.' })
    expect((await again.sign()).json().version).toMatchObject({ number: 2, keyImages: [{ id: one.id, caption: 'The effusion' }] })
    expect(await versionsOf(study)).toMatchObject({ isIntact: true })
  })

  it('with a caption that no font can print block the signature', async () => {
    const study = await assignedStudy()
    const window = await write(study)
    const [one] = (await window.add()).json().keyImages
    await window.arrange([{ id: one.id, caption: 'Effusion 𓀀' }])
    const refused = (await window.sign()).json()
    expect([refused.code, refused.message]).toEqual(['REPORT_INCOMPLETE', expect.stringContaining('caption of key image 1')])
  })
})
