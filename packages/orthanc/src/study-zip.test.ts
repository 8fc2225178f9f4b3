import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readSampleFolder } from '@readroom/local/core/config'
import { type Orthanc as OrthancServer, startOrthanc } from '@readroom/local/services/orthanc'
import { Open } from 'unzipper'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createOrthanc, type Orthanc } from './client.ts'
import { OrthancDown, OrthancNotFound } from './errors.ts'
import { hashInstances, hashOfEach } from './instances-hash.ts'
import { StudyChanged, writeStudyZip } from './study-zip.ts'
import { type SyntheticCt, syntheticCt } from './testing/synthetic-ct.ts'

const samples = `${readSampleFolder(new URL('../../../', import.meta.url).pathname)}/`
const newUid = () => `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')
const Stored = z.object({ ID: z.string(), ParentStudy: z.string() })

let dir: string
let server: OrthancServer
let orthanc: Orthanc

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-zip-'))
  server = await startOrthanc({ dir, durable: false })
  orthanc = createOrthanc(server)
})
afterAll(async () => {
  await orthanc?.close()
  await server?.kill()
  await rm(dir, { recursive: true, force: true })
})

const authorization = () => `Basic ${Buffer.from(`${server.username}:${server.password}`).toString('base64')}`

async function ask(method: 'POST' | 'DELETE', path: string, body: Buffer | null = null): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method,
    body: body && new Uint8Array(body),
    headers: { authorization: authorization() },
  })
  expect(response.ok).toBe(true)
  return response.json()
}

const store = async (file: Buffer) => Stored.parse(await ask('POST', '/instances', file))

/** Stores a study of its own and returns it with its files by SOP instance UID. */
async function storeStudy(images: Partial<SyntheticCt>[]) {
  const studyInstanceUid = newUid()
  const files = new Map<string, Buffer>()
  let orthancId = ''
  for (const image of images) {
    const sopInstanceUid = newUid()
    const uids = { studyInstanceUid, sopInstanceUid, seriesInstanceUid: `${studyInstanceUid}.${image.seriesNumber ?? 1}` }
    const file = syntheticCt({ ...uids, instanceNumber: files.size + 1, ...image })
    orthancId = (await store(file)).ParentStudy
    files.set(sopInstanceUid, file)
  }
  return { study: { orthancId, studyInstanceUid }, files }
}

const many = (count: number, image: Partial<SyntheticCt> = {}) => Array.from({ length: count }, () => image)

async function zip(study: { orthancId: string; studyInstanceUid: string }, onProgress?: (done: number, total: number) => void) {
  const output = new PassThrough()
  const [result, content] = await Promise.all([
    writeStudyZip(orthanc, study, output, onProgress ? { onProgress } : {}),
    buffer(output),
  ])
  expect(result.bytes).toBe(content.length)
  const entries = new Map<string, Buffer>()
  for (const entry of (await Open.buffer(content)).files) entries.set(entry.path, await entry.buffer())
  return { result, entries, manifest: readManifest(entries.get('manifest.txt')) }
}

function readManifest(content: Buffer | undefined) {
  const lines = (content?.toString() ?? '').trimEnd().split('\r\n')
  const rows = lines.slice(4).map((line) => {
    const [path = '', sopInstanceUid = '', size, hash] = line.split('\t')
    return { path, sopInstanceUid, size: Number(size), hash }
  })
  return { studyLine: lines[0], rows }
}

test('holds every file byte for byte, in folders by series, with a manifest that says so', async () => {
  const { study, files } = await storeStudy([
    { seriesNumber: 2, instanceNumber: 2, bodyPart: 'ABDOMEN' },
    { seriesNumber: 2, instanceNumber: 1, bodyPart: 'ABDOMEN' },
    { seriesNumber: 10, modality: 'SR', bodyPart: '' },
    // Large enough to be passed on without being held in memory.
    { seriesNumber: 11, side: 2400 },
    { seriesNumber: 11, side: 512 },
  ])
  const progress: number[][] = []
  const { result, entries, manifest } = await zip(study, (done, total) => progress.push([done, total]))
  expect([...entries.keys()]).toEqual([
    'series-002-CT-ABDOMEN/image-0001.dcm',
    'series-002-CT-ABDOMEN/image-0002.dcm',
    'series-010-SR/image-0001.dcm',
    'series-011-CT-HEAD/image-0001.dcm',
    'series-011-CT-HEAD/image-0002.dcm',
    'manifest.txt',
  ])
  expect(manifest.studyLine).toBe(`Study Instance UID: ${study.studyInstanceUid}`)
  expect(manifest.rows.map(({ sopInstanceUid }) => sopInstanceUid).sort()).toEqual([...files.keys()].sort())
  for (const { path, sopInstanceUid, size, hash } of manifest.rows) {
    const original = files.get(sopInstanceUid) ?? Buffer.alloc(0)
    expect(entries.get(path)?.equals(original)).toBe(true)
    expect({ size, hash }).toEqual({ size: original.length, hash: sha256(original) })
  }
  const ids = (await orthanc.listStudyInstances(study.orthancId)).map(({ id }) => id)
  const checksums = await orthanc.listChecksums(ids)
  expect(result).toMatchObject({ instances: 5, instancesHash: hashInstances(ids), contentHash: hashOfEach(checksums) })
  expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]))
})

test('names are safe and tell nothing that was typed about the patient', async () => {
  const { study } = await storeStudy([
    { seriesNumber: 1, modality: '../../X', bodyPart: 'DOE^JANE/..\\é', seriesDescription: 'Jane Doe 1980' },
    { seriesNumber: -3, modality: '', bodyPart: ' ' },
    { seriesNumber: 4, seriesInstanceUid: newUid() },
    { seriesNumber: 4, seriesInstanceUid: newUid() },
  ])
  const { entries } = await zip(study)
  expect([...entries.keys()]).toEqual([
    'series-0-3/image-0001.dcm',
    'series-001-X-DOE-JANE/image-0001.dcm',
    'series-004-CT-HEAD/image-0001.dcm',
    'series-004-CT-HEAD_2/image-0001.dcm',
    'manifest.txt',
  ])
})

test.each(['added', 'removed', 'replaced'])('fails without ending the output when an image is %s meanwhile', async (change) => {
  const { study, files } = await storeStudy(many(12))
  const [first] = await orthanc.listStudyInstances(study.orthancId)
  const late = syntheticCt({ ...study, seriesInstanceUid: `${study.studyInstanceUid}.1`, sopInstanceUid: newUid() })
  let lists = 0
  const changing: Orthanc = {
    ...orthanc,
    async listStudyInstances(id) {
      lists += 1
      if (lists === 2 && change !== 'added') await ask('DELETE', `/instances/${first?.id}`)
      if (lists === 2 && change === 'added') await store(late)
      if (lists === 2 && change === 'replaced') await store(files.get(first?.sopInstanceUid ?? '') ?? late)
      return orthanc.listStudyInstances(id)
    },
  }
  const output = new PassThrough().resume()
  await expect(writeStudyZip(changing, study, output)).rejects.toThrow(StudyChanged)
  expect(output.writableFinished).toBe(false)
  expect(output.destroyed).toBe(true)
})

test('fails for a study that the archive does not have, or loses', async () => {
  const { study } = await storeStudy(many(40, { side: 256 }))
  let deleting: Promise<unknown> = Promise.resolve()
  const onProgress = (done: number) => {
    if (done === 1) deleting = ask('DELETE', `/studies/${study.orthancId}`)
  }
  const slow = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void deleting.then(() => done(), done) })
  await expect(writeStudyZip(orthanc, study, slow, { onProgress })).rejects.toThrow(OrthancNotFound)
  const output = new PassThrough()
  await expect(writeStudyZip(orthanc, study, output)).rejects.toThrow(OrthancNotFound)
  expect(output.destroyed).toBe(true)
})

test('stops reading from the archive when the reader goes away, or on a signal', async () => {
  const { study } = await storeStudy(many(60, { side: 512 }))
  for (const leave of ['close', 'abort'] as const) {
    const abort = new AbortController()
    let opened = 0
    const counting: Orthanc = {
      ...orthanc,
      openInstanceFile: (id, signal) => {
        opened += 1
        return orthanc.openInstanceFile(id, signal)
      },
    }
    const output = new Writable({
      write(_chunk, _encoding, done) {
        if (leave === 'close') this.destroy()
        else abort.abort(new Error('enough'))
        done()
      },
    })
    await expect(writeStudyZip(counting, study, output, { signal: abort.signal })).rejects.toThrow()
    expect(opened).toBeLessThan(40)
    expect(output.destroyed).toBe(true)
  }
})

test('fails when the archive is down', async () => {
  const nowhere = createOrthanc({ url: 'http://127.0.0.1:9', username: 'a', password: 'b' })
  const output = new PassThrough()
  const study = { orthancId: 'a'.repeat(40).match(/.{8}/g)?.join('-') ?? '', studyInstanceUid: '1.2' }
  await expect(writeStudyZip(nowhere, study, output)).rejects.toThrow(OrthancDown)
  expect(output.destroyed).toBe(true)
})

test.skipIf(!existsSync(samples))('holds real studies of many kinds (skipped where the sample folder is absent)', async () => {
  const folders = (await readdir(samples, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !/^(_|LICENSES)/.test(entry.name),
  )
  expect(folders.length).toBeGreaterThan(10)
  for (const { name } of folders) {
    const hashes = new Set<string>()
    let orthancId = ''
    for (const file of await readdir(join(samples, name), { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const content = await readFile(join(file.parentPath, file.name))
      orthancId = (await store(content)).ParentStudy
      hashes.add(sha256(content))
    }
    const { entries } = await zip({ orthancId, studyInstanceUid: '1.2.3' })
    const packed = [...entries].filter(([path]) => path !== 'manifest.txt')
    expect(new Set(packed.map(([, content]) => sha256(content))), name).toEqual(hashes)
    for (const [path] of packed) expect(path).toMatch(/^series-[A-Za-z0-9_-]+\/image-\d{4,}\.dcm$/)
  }
})
