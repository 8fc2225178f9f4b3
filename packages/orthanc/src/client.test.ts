import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Orthanc as ArchiveProcess, startOrthanc } from '@readroom/local/services/orthanc'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createOrthanc, type Orthanc } from './client.ts'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from './errors.ts'
import { makeImage, newUid } from './testing/make-image.ts'

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

const unknownId = '0'.repeat(40).match(/.{8}/g)?.join('-') ?? ''
async function upload(image: Buffer) {
  const authorization = `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}`
  const response = await fetch(`${archive.url}/instances`, {
    method: 'POST',
    headers: { authorization },
    body: new Uint8Array(image),
  })
  return z.object({ ID: z.string(), ParentStudy: z.string(), ParentSeries: z.string() }).parse(await response.json())
}

test('an image is found from every side', async () => {
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid() }
  const image = makeImage({
    ...uids,
    PatientName: 'Änne^Ωmega',
    StudyDescription: 'D'.repeat(300),
    SeriesNumber: 3,
    InstanceNumber: 9,
  })
  const { ID, ParentStudy, ParentSeries } = await upload(image)
  expect(await orthanc.system()).toMatchObject({ DicomAet: 'READROOM' })
  expect(await orthanc.getStudy(ParentStudy)).toMatchObject({
    Series: [ParentSeries],
    MainDicomTags: { StudyInstanceUID: uids.StudyInstanceUID },
  })
  expect(await orthanc.getStudySeries(ParentStudy)).toMatchObject([{ ID: ParentSeries, ParentStudy, Instances: [ID] }])
  expect(await orthanc.getSeries(ParentSeries)).toMatchObject({ ParentStudy })
  expect(await orthanc.getInstance(ID)).toMatchObject({ ParentSeries, FileSize: image.length })
  expect(await orthanc.getInstanceTags(ID)).toMatchObject({ PatientName: 'Änne^Ωmega', StudyDescription: 'D'.repeat(300) })
  const arrival = (await orthanc.listArrivals([ID])).get(ID)
  expect(arrival?.aeTitle).toBeNull()
  expect(arrival?.fileUuid).toMatch(/^[0-9a-f-]{36}$/)
  const md5 = createHash('md5').update(image).digest('hex')
  expect(await orthanc.listChecksums([ID, unknownId])).toEqual(
    new Map([
      [ID, md5],
      [unknownId, null],
    ]),
  )
  expect(Math.abs(Date.now() - (arrival?.at?.getTime() ?? 0))).toBeLessThan(60_000)
  expect(await orthanc.getStudyStatistics(ParentStudy)).toEqual({ CountInstances: 1, CountSeries: 1 })
  expect(await orthanc.listStudies(0, 1000)).toContain(ParentStudy)
  expect(await orthanc.listStudyInstances(ParentStudy)).toEqual([
    {
      id: ID,
      seriesId: ParentSeries,
      sopInstanceUid: uids.SOPInstanceUID,
      seriesInstanceUid: uids.SeriesInstanceUID,
      seriesNumber: 3,
      instanceNumber: 9,
      fileSize: image.length,
      fileUuid: arrival?.fileUuid,
    },
  ])
  const file = await orthanc.openInstanceFile(ID)
  expect(file.size).toBe(image.length)
  expect(image.equals(await buffer(file.stream))).toBe(true)
})

test('all studies of a UID are found, without others that have it as an identifier', async () => {
  const uid = newUid()
  const [one, two] = [await upload(makeImage({ StudyInstanceUID: uid })), await upload(makeImage({ StudyInstanceUID: uid }))]
  await upload(makeImage({ PatientID: uid, SeriesInstanceUID: uid }))
  expect((await orthanc.findStudies(uid)).sort()).toEqual([one.ParentStudy, two.ParentStudy].sort())
  expect(await orthanc.findStudies(newUid())).toEqual([])
})

test('changes are read from a position on', async () => {
  await upload(makeImage())
  const { Last } = await orthanc.getChanges(0, 10_000)
  const { ID } = await upload(makeImage())
  const after = await orthanc.getChanges(Last, 100)
  expect(after.Changes).toContainEqual(expect.objectContaining({ ChangeType: 'NewInstance', ID }))
  expect(await orthanc.getChanges(after.Last + 1000, 100)).toMatchObject({ Changes: [], Done: true })
})

test('what the archive does not have is not an outage', async () => {
  await expect(orthanc.getStudy(unknownId)).rejects.toThrow(OrthancNotFound)
  await expect(orthanc.openInstanceFile(unknownId)).rejects.toThrow(OrthancNotFound)
  expect(await orthanc.listArrivals([unknownId])).toEqual(new Map())
})

test.each(['../system', '..%2Fsystem', `${unknownId}/../../system`, '', '1.2.3', unknownId.toUpperCase().replaceAll('0', 'A')])(
  'the id %j reaches no path',
  async (id) => {
    await expect(orthanc.getStudy(id)).rejects.toThrow(z.ZodError)
    await expect(orthanc.openInstanceFile(id)).rejects.toThrow(z.ZodError)
  },
)

test.each([
  '/dicom-web/../system',
  '/dicom-web/%2e%2E/system',
  '/dicom-web/..%2fsystem',
  '/dicom-web\\..\\system',
  '//elsewhere/system',
])('the path %j is not asked for', async (path) => {
  await expect(orthanc.request(path)).rejects.toThrow(TypeError)
})

test('raw answers come with whatever status', async () => {
  await upload(makeImage())
  const found = await orthanc.request('/dicom-web/studies?limit=1', { headers: { accept: 'application/dicom+json' } })
  expect(found.statusCode).toBe(200)
  expect(JSON.parse(await found.body.text())).toHaveLength(1)
  const missing = await orthanc.request(`/instances/${unknownId}/file`)
  expect(missing.statusCode).toBe(404)
  await missing.body.dump()
})

test('an aborted request is the caller’s own doing, not an outage', async () => {
  const error = await orthanc.request('/dicom-web/studies', { signal: AbortSignal.abort() }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'AbortError' })
})

test('connections are used again', async () => {
  let connections = 0
  const proxy = await listening(
    createServer((socket) => {
      connections += 1
      const upstream = connect(archive.httpPort, '127.0.0.1')
      socket.pipe(upstream).pipe(socket)
      for (const end of [socket, upstream]) end.on('error', () => {})
    }),
  )
  const client = createOrthanc({ ...archive, url: proxy })
  onTestFinished(() => client.close())
  for (let request = 0; request < 30; request += 1) await client.system()
  expect(connections).toBeLessThan(3)
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port }: AddressInfo = z.object({ port: z.number(), address: z.string(), family: z.string() }).parse(server.address())
  return `http://127.0.0.1:${port}`
}

/** An archive that always answers the same. */
async function answering(status: number, body: string): Promise<Orthanc> {
  const url = await listening(createHttpServer((_request, response) => response.writeHead(status).end(body)))
  const client = createOrthanc({ url, username: '', password: '' })
  onTestFinished(() => client.close())
  return client
}

test.each([
  ['an error of its own', 500, '', OrthancDown],
  ['a gateway without archive', 503, '', OrthancDown],
  ['wrong credentials', 401, '', OrthancBadAnswer],
  ['no JSON', 200, '<html>', OrthancBadAnswer],
  ['other JSON', 200, '{"Version":1}', OrthancBadAnswer],
])('%s is told by its error', async (_name, status, body, error) => {
  await expect((await answering(status, body)).system()).rejects.toThrow(error)
})

test('errors name places, not patients', async () => {
  const client = await answering(200, '[{"ID":"Secret^Name"}]')
  const error = await client.getStudySeries(unknownId).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OrthancBadAnswer)
  expect(String(error)).not.toContain('Secret')
})

test('an archive that is not there is down', async () => {
  const server = createServer()
  const url = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const client = createOrthanc({ url, username: '', password: '' })
  onTestFinished(() => client.close())
  await expect(client.system()).rejects.toMatchObject({ name: 'OrthancDown', status: null })
})

/** Sends a byte at a time, each only when the client has got the one before. */
async function dripping(bytes: number): Promise<string> {
  return listening(
    createHttpServer((_request, response) => {
      response.writeHead(200, { 'content-length': String(bytes) })
      const send = (left: number) => void (left > 0 ? response.write('x', () => setTimeout(send, 20, left - 1)) : response.end())
      send(bytes)
    }),
  )
}

test('an archive that hangs is down, also for those who wait in line; an answer that has begun may take its time', async () => {
  const hanging = createOrthanc(
    { url: await listening(createServer(() => {})), username: '', password: '' },
    { answerMs: 100, silenceMs: 60_000 },
  )
  onTestFinished(() => hanging.close())
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => hanging.system()))
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name)).toEqual(Array(40).fill('OrthancDown'))
  const slow = createOrthanc({ url: await dripping(20), username: '', password: '' }, { answerMs: 100 })
  onTestFinished(() => slow.close())
  const { stream } = await slow.openInstanceFile(unknownId)
  expect((await buffer(stream)).length).toBe(20)
})

test('whoever waits long for an archive that works does not wait for one that is frozen', async () => {
  const limits = { answerMs: 60_000, aliveMs: 200 }
  const frozen = createOrthanc({ url: await listening(createServer(() => {})), username: '', password: '' }, limits)
  onTestFinished(() => frozen.close())
  // More than there are connections.
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => frozen.listStudies(0, 1)))
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name)).toEqual(Array(40).fill('OrthancDown'))
  let isAsked = 0
  const busyServer = createHttpServer((request, response) => {
    if (request.url !== '/system') return
    isAsked += 1
    response.end('{}')
    if (isAsked === 3) for (const answer of waiting.splice(0)) answer()
  })
  const waiting: (() => void)[] = []
  busyServer.on('request', (request, response) => {
    if (request.url !== '/system') waiting.push(() => response.end('[]'))
  })
  const busy = createOrthanc({ url: await listening(busyServer), username: '', password: '' }, limits)
  onTestFinished(() => busy.close())
  expect(await busy.listStudies(0, 1)).toEqual([])
})

test('whoever waits for much of a study waits as long as its files can be read, however long that takes', async () => {
  const id = '11111111-22222222-33333333-44444444-55555555'
  const told: Record<string, unknown> = {
    '/system': {},
    [`/studies/${id}/series`]: [{ ID: id, ParentStudy: id, LastUpdate: '', MainDicomTags: {}, Instances: [unknownId] }],
  }
  const waiting: (() => void)[] = []
  let reads = 0
  const server = createHttpServer(({ url = '' }, response) => {
    if (url === `/instances/${id}/file`) waiting.push(() => response.end('{}'))
    else response.end(JSON.stringify(told[url] ?? {}))
    if (url === `/instances/${unknownId}/simplified-tags`) reads += 1
    // Asked again for as long as somebody waits, and once for all of them.
    if (reads === 2) for (const answer of waiting.splice(0)) answer()
  })
  const busy = createOrthanc({ url: await listening(server), username: '', password: '' }, { answerMs: 60_000, aliveMs: 30_000 })
  onTestFinished(() => busy.close())
  const answers = await Promise.all(Array.from({ length: 10 }, () => busy.request(`/instances/${id}/file`, { study: id })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  expect(reads).toBe(2)
  await Promise.all(answers.map(({ body }) => body.dump()))
})

test('a file that breaks off midway fails its reader', async () => {
  const url = await listening(
    createHttpServer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('part', () => response.destroy())
    }),
  )
  const client = createOrthanc({ url, username: '', password: '' })
  onTestFinished(() => client.close())
  const { stream, size } = await client.openInstanceFile(unknownId)
  expect(size).toBe(1000)
  await expect(buffer(stream)).rejects.toThrow()
})
