import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeCtStudy } from '../dicom/make-study.ts'
import { sendStudies } from './send-studies.ts'

let dir: string
let archive: Orthanc

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-demo-'))
  archive = await startOrthanc({ dir, durable: false })
})

afterAll(async () => {
  await archive.kill()
  await rm(dir, { recursive: true, force: true })
})

async function ask(path: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}`
  return fetch(archive.url + path, { headers: { authorization } })
}

const destination = () => ({
  host: '127.0.0.1',
  port: archive.dicomPort,
  callingAeTitle: 'CITYLAB',
  calledAeTitle: 'READROOM',
})
const files = () => [...makeCtStudy({ images: 40, rows: 32, columns: 32 })]

test('images arrive under the calling AE title, byte for byte; sent again they change nothing', async () => {
  expect(await sendStudies({ ...destination(), files: files() })).toBe(40)
  expect(await sendStudies({ ...destination(), files: files() })).toBe(40)
  const ids = z.array(z.string()).parse(await (await ask('/instances')).json())
  expect(ids).toHaveLength(40)
  expect(await (await ask(`/instances/${ids[0]}/metadata/RemoteAET`)).text()).toBe('CITYLAB')
  const stored = Buffer.from(await (await ask(`/instances/${ids[0]}/file`)).arrayBuffer())
  const dataSetOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf('ISO_IR 192'))
  expect(files().some(({ bytes }) => dataSetOf(bytes).equals(dataSetOf(stored)))).toBe(true)
})

test('every image arrives, also if a connection breaks', async () => {
  let connections = 0
  const relay = createServer((socket) => {
    connections += 1
    if (connections === 1) return void socket.destroy()
    socket.pipe(connect(archive.dicomPort, '127.0.0.1')).pipe(socket)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const own = [...makeCtStudy({ key: 'relayed', images: 3, rows: 16, columns: 16 })]
  await sendStudies({ ...destination(), port, files: own })
  const series = z.array(z.object({ Instances: z.array(z.string()) })).parse(await (await ask('/series?expand')).json())
  expect(series.map(({ Instances }) => Instances.length)).toContain(3)
  relay.close()
})

test('an archive that is not there is an error', async () => {
  const [file] = files()
  await expect(sendStudies({ ...destination(), port: 1, files: file ? [file] : [] })).rejects.toThrow('stored 0 of 1')
})
