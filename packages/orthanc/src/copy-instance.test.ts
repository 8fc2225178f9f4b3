import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Orthanc as ArchiveProcess, startOrthanc } from '@readroom/local/services/orthanc'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrthanc, type Orthanc } from './client.ts'
import { copyUnder } from './copy-instance.ts'
import { OrthancBadAnswer, OrthancNotFound } from './errors.ts'
import { resourceIdOf } from './resource-ids.ts'
import { makeImage, newUid } from './testing/make-image.ts'
import { oddImages } from './testing/odd-images.ts'
import { pixelImage } from './testing/pixel-image.ts'

let dir: string
let archive: ArchiveProcess
let orthanc: Orthanc

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  archive = await startOrthanc({ dir, durable: false })
  orthanc = createOrthanc(archive)
})
afterAll(async () => {
  await orthanc.close()
  await archive.kill()
  await rm(dir, { recursive: true, force: true })
})

const upload = async (file: Buffer) => (await orthanc.addInstance(Readable.from([file], { objectMode: false }), file.length)).ID
const readFile = async (id: string) => buffer((await orthanc.openInstanceFile(id)).stream)
/** Null: the archive does not know the transfer syntax. */
const syntaxOf = (id: string) =>
  orthanc.getTransferSyntax(id).catch((error: unknown) => {
    if (error instanceof OrthancNotFound) return null
    throw error
  })
const pixelDataTag = Buffer.from([0xe0, 0x7f, 0x10, 0x00])
const target = () => ({ studyInstanceUid: newUid(), seriesInstanceUid: newUid() })

test('a copy is the same image under other UIDs, and may be made again', async () => {
  const image = { PatientID: 'P 7', PatientName: 'Änne^Ωmega', SOPInstanceUID: newUid(), StudyDescription: 'D'.repeat(300) }
  const id = await upload(makeImage(image))
  const to = target()
  const copy = await orthanc.copyInstance(id, to)
  expect(copy.ID).toBe(resourceIdOf('P 7', to.studyInstanceUid, to.seriesInstanceUid, image.SOPInstanceUID))
  const [before, after] = [await orthanc.getInstanceTags(id), await orthanc.getInstanceTags(copy.ID)]
  expect(after).toEqual({ ...before, StudyInstanceUID: to.studyInstanceUid, SeriesInstanceUID: to.seriesInstanceUid })
  expect((await orthanc.copyInstance(id, to)).ID).toBe(copy.ID)
})

test('an image that was sent anew takes the place of the copy of the one before', async () => {
  const uids = {
    StudyInstanceUID: newUid(),
    SeriesInstanceUID: newUid(),
    SOPInstanceUID: newUid(),
    PatientID: newUid().slice(-9),
  }
  const to = target()
  const first = await upload(makeImage({ ...uids, StudyDescription: 'first' }))
  const copy = await orthanc.copyInstance(first, to)
  await orthanc.deleteInstance(first)
  const second = await upload(makeImage({ ...uids, StudyDescription: 'second' }))
  expect((await orthanc.copyInstance(second, to)).ID).toBe(copy.ID)
  expect(await orthanc.getInstanceTags(copy.ID)).toMatchObject({ StudyDescription: 'second' })
})

test('images of any header and transfer syntax keep their pixels, there and back', async () => {
  await fc.assert(
    fc.asyncProperty(oddImages, async (header) => {
      const uids = { studyInstanceUid: newUid(), seriesInstanceUid: newUid(), sopInstanceUid: newUid() }
      const id = await upload(pixelImage(header, uids))
      const syntax = await syntaxOf(id)
      const copy = await orthanc.copyInstance(id, target()).catch((error: unknown) => {
        if (error instanceof OrthancBadAnswer) return null
        throw error
      })
      // An image that the archive cannot rewrite stays as it is.
      if (copy === null) {
        expect((await readFile(id)).length).toBeGreaterThan(0)
        return
      }
      expect(await syntaxOf(copy.ID)).toBe(syntax)
      const pixelsOf = async (one: string) => {
        const file = await readFile(one)
        return file.subarray(file.indexOf(pixelDataTag))
      }
      expect(await pixelsOf(copy.ID)).toEqual(await pixelsOf(id))
      await orthanc.deleteInstance(id)
      const { studyInstanceUid, seriesInstanceUid } = uids
      expect((await orthanc.copyInstance(copy.ID, { studyInstanceUid, seriesInstanceUid })).ID).toBe(id)
      expect(await pixelsOf(id)).toEqual(await pixelsOf(copy.ID))
    }),
    { numRuns: 40 },
  )
})

test('a copy whose checksum is another is not confirmed', async () => {
  const added = { ID: newUid(), ParentStudy: newUid(), Status: 'Success' as const }
  const drain = async (body: Readable) => {
    await buffer(body)
    return added
  }
  const deaf = { addFile: drain, readChecksum: async () => 'another', deleteInstance: async () => {} }
  const makeFile = async () => ({ stream: Readable.from([Buffer.from('file')]), size: 4 })
  await expect(copyUnder(deaf, makeFile)).rejects.toThrow('a copy of an image is not the file that was sent')
})
