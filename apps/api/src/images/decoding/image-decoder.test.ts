import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDecoder } from '@readroom/decoder/decoder'
import { damagedFiles } from '@readroom/decoder/testing/damaged-files'
import { readSampleFolder } from '@readroom/local/core/config'
import { createOrthanc } from '@readroom/orthanc/client'
import { type PixelHeader, pixelImage } from '@readroom/orthanc/testing/pixel-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { archiveLimits, readingMs } from '../../core/context.ts'
import { type Gateway, newUids, startGateway } from '../dicomweb/gateway.fixture.ts'
import { createImageFlow } from '../flow/image-flow.ts'
import { createImageDecoder } from './image-decoder.ts'

const picture = { kind: 'picture', frame: 1, type: 'image/jpeg', quality: 80, window: null, viewport: null } as const
const reader = { key: 'session', credentials: '', address: '127.0.0.1', isOutsider: false, hasOpenReport: async () => false }
const sampleFolder = readSampleFolder(fileURLToPath(new URL('../../../../../', import.meta.url)))
const Uploaded = z.object({ ID: z.string(), ParentStudy: z.string() })

/** Returns real files of up to 100 kB; none if the folder is not there. */
async function readSmallSamples(): Promise<Buffer[]> {
  if (!existsSync(sampleFolder)) return []
  const names = (await readdir(sampleFolder, { recursive: true })).filter((name) => name.endsWith('.dcm')).sort()
  const files = await Promise.all(names.map((name) => readFile(join(sampleFolder, name))))
  return files.filter(({ length }) => length > 0 && length <= 100_000)
}

describe('the image decoder', () => {
  let gateway: Gateway
  let hasEnded = false

  beforeAll(async () => {
    gateway = await startGateway()
    void gateway.archive.exited.then(() => {
      hasEnded = true
    })
  })
  afterAll(() => gateway.stop())

  /** Returns what an API process does with images, which gives each this many milliseconds. */
  function open(patienceMs: number) {
    const orthanc = createOrthanc(gateway.archive, archiveLimits)
    const decoder = createDecoder({ processes: 3, patienceMs })
    const images = createImageDecoder({ db: gateway.api.db, orthanc, flow: createImageFlow(), decoder, readingMs })
    onTestFinished(async () => {
      images.close()
      await orthanc.close()
    })
    return (stored: { id: string; studyId: string; study: string }) =>
      images.decode({
        image: { id: stored.id, studyId: stored.studyId },
        study: stored.study,
        task: picture,
        reader,
        signal: new AbortController().signal,
      })
  }

  /** Stores a file as it is, for as long as `work` takes; others with its UIDs follow. Does nothing if the archive refuses it. */
  async function withStored(file: Buffer, work: (stored: z.infer<typeof Uploaded>) => Promise<void>): Promise<void> {
    const { url, username, password } = gateway.archive
    const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    const answer = await fetch(`${url}/instances`, { method: 'POST', headers, body: new Uint8Array(file) })
    if (!answer.ok) return
    const stored = Uploaded.parse(await answer.json())
    await work(stored)
    await fetch(`${url}/instances/${stored.ID}`, { method: 'DELETE', headers })
  }

  /** Replaces an image by a file with its UIDs. */
  async function replace(id: string, file: Buffer): Promise<void> {
    const { url, username, password } = gateway.archive
    const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    await fetch(`${url}/instances/${id}`, { method: 'DELETE', headers })
    await fetch(`${url}/instances`, { method: 'POST', headers, body: new Uint8Array(file) })
  }

  async function store(file: Buffer, uids = newUids()) {
    const image = await gateway.upload(file)
    const { id: studyId } = await gateway.store(file, uids)
    return { id: image.ID, studyId, study: image.ParentStudy }
  }

  const ct = (uids = newUids()) =>
    syntheticCt({ studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid })

  /** 64 million pixels in a file of a megabyte, which take seconds. */
  function slowImage(uids = newUids()): Buffer {
    const head = Buffer.alloc(64)
    head.writeUInt32LE(1, 0)
    head.writeUInt32LE(64, 4)
    const runs = Buffer.alloc((2 * 64_000_000) / 128, Buffer.from([0x81, 7]))
    const header: PixelHeader = {
      transferSyntax: '1.2.840.10008.1.2.5',
      photometric: 'MONOCHROME2',
      samples: 1,
      rows: 8_000,
      columns: 8_000,
      allocated: 8,
      stored: 8,
      high: 7,
      pixels: [Buffer.concat([head, runs])],
    }
    return pixelImage(header, { studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid })
  }

  it('puts an image that takes too long into quarantine, alone and for all processes', async () => {
    const uids = newUids()
    const slow = await store(slowImage(uids), uids)
    const others = newUids()
    const good = await store(ct(others), others)
    const why = 'An image of this series cannot be shown because it stopped the image decoder twice.'
    const hasty = open(100)
    const drawn = hasty(slow)
    await expect(hasty(good)).resolves.toMatchObject({ kind: 'picture' })
    await expect(drawn).rejects.toThrow(why)
    await expect(hasty(good)).resolves.toMatchObject({ kind: 'picture' })
    await expect(open(60_000)(slow)).rejects.toThrow(why)
    const { admin } = gateway.cast
    const answer = await gateway.api.request({ method: 'GET', url: '/api/admin/system/archive' }, admin)
    expect(answer.json().archive.quarantined).toMatchObject([{ _id: slow.studyId, images: [slow.id] }])
  })

  it('decodes a mended image that is sent again under the same UIDs, and takes it off the list', async () => {
    const uids = newUids()
    const slow = await store(slowImage(uids), uids)
    await expect(open(100)(slow)).rejects.toThrow('it stopped the image decoder twice')
    const other = open(60_000)
    await expect(other(slow)).rejects.toThrow('it stopped the image decoder twice')
    const head = { studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid }
    const grey: PixelHeader = { photometric: 'MONOCHROME2', samples: 1, rows: 2, columns: 2, allocated: 8, stored: 8, high: 7 }
    await replace(slow.id, pixelImage({ ...grey, pixels: Buffer.alloc(4) }, head))
    await expect(other(slow)).resolves.toMatchObject({ kind: 'picture' })
    const { admin } = gateway.cast
    const answer = await gateway.api.request({ method: 'GET', url: '/api/admin/system/archive' }, admin)
    const listed = answer.json().archive.quarantined.map(({ _id }: { _id: string }) => _id)
    expect(listed).not.toContain(slow.studyId)
  })

  it('leaves the archive alone whatever a file says', async () => {
    const uids = newUids()
    const good = await store(ct(uids), uids)
    const decode = open(2_000)
    const outcomes = new Map<string, number>()
    for (const file of fc.sample(damagedFiles(await readSmallSamples()), { numRuns: 200, seed: 48 })) {
      await withStored(file, async ({ ID, ParentStudy }) => {
        const outcome = await decode({ id: ID, studyId: good.studyId, study: ParentStudy }).then(
          ({ kind }) => kind,
          (error: unknown) => (error instanceof Error ? `${error.name} ${error.message}` : String(error)),
        )
        expect(outcome).toMatch(/^(picture|AppError)/)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      })
    }
    expect(outcomes.get('picture')).toBeGreaterThan(10)
    expect(outcomes.size).toBeGreaterThan(5)
    await expect(decode(good)).resolves.toMatchObject({ kind: 'picture' })
    expect(hasEnded).toBe(false)
  })
})
