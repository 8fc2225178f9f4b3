import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@readroom/local/core/eventually'
import { startOrthanc } from '@readroom/local/services/orthanc'
import getPort from 'get-port'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { readAssociateRequest } from './associate.ts'
import { type DicomFrontOptions, dicomFrontLimits, openDicomFront } from './front.ts'

/** Returns an A-ASSOCIATE-RQ without presentation contexts. */
function request(callingAeTitle: string): Buffer {
  const bytes = Buffer.alloc(74)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt32BE(68, 2)
  bytes.write('READROOM'.padEnd(16), 10, 'latin1')
  bytes.write(callingAeTitle.padEnd(16), 26, 'latin1')
  return bytes
}

/** Opens a front before an archive that keeps what it reads. */
async function open(options: Partial<DicomFrontOptions> = {}) {
  const arrived: Buffer[] = []
  const archive = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      arrived.push(bytes)
      socket.write('accepted')
    })
  })
  archive.listen(0, '127.0.0.1')
  await once(archive, 'listening')
  const address = archive.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const refused: string[] = []
  const front = await openDicomFront({
    host: '127.0.0.1',
    port: 0,
    archive: { host: '127.0.0.1', port },
    log: silent,
    onRefused: ({ aeTitle, reason }) => refused.push(`${aeTitle} ${reason}`.trim()),
    ...options,
  })
  const clients: Socket[] = []
  onTestFinished(async () => {
    for (const client of clients) client.destroy()
    await front.stop()
    archive.close()
  })
  /** Connects and sends bytes. Returns the connection and what it answered until it ended or had an answer. */
  function send(bytes: Buffer | string) {
    const socket = connect(front.port, '127.0.0.1').on('error', () => {})
    clients.push(socket)
    socket.write(bytes)
    const answer = Promise.race([once(socket, 'data').then(([data]) => data), once(socket, 'close').then(() => null)])
    return { socket, answer }
  }
  return { arrived, refused, send, port: front.port, probe: front.probe }
}

test('says that images may be stored with the second answer of an association, and at its end', async () => {
  let told = 0
  const { send } = await open({ onStored: () => (told += 1) })
  const { socket, answer } = send(request('SCANNER'))
  await answer
  socket.write('an image')
  await eventually(() => expect(told).toBe(1))
  socket.write('another image')
  socket.end()
  await eventually(() => expect(told).toBe(2))
})

test('a request for an association reaches the archive whole, and answers come back', async () => {
  const { arrived, send } = await open()
  const { socket, answer } = send(request('CT_1').subarray(0, 40))
  socket.write(request('CT_1').subarray(40))
  expect(String(await answer)).toBe('accepted')
  socket.write('more')
  await once(socket, 'data')
  expect(Buffer.concat(arrived)).toEqual(Buffer.concat([request('CT_1'), Buffer.from('more')]))
})

test.each([
  ['something else', 'GET / HTTP/1.1'],
  ['a request without end', Buffer.concat([Buffer.of(1, 0, 0xff, 0xff, 0xff, 0xff), Buffer.alloc(100)])],
  ['half a request', request('CT_1').subarray(0, 40)],
])('%s never reaches the archive', async (_name, bytes) => {
  const { arrived, refused, send } = await open({ requestMs: 100 })
  expect(await send(bytes).answer).toBe(null)
  await eventually(() => expect([arrived, refused]).toEqual([[], ['not DICOM']]))
})

test('an AE title has a part of the slots, and is told to try again', async () => {
  const limits = { ...dicomFrontLimits, slotsPerAeTitle: 1 }
  const { refused, send } = await open({ limits })
  expect(String(await send(request('CT_1')).answer)).toBe('accepted')
  expect(await send(request('CT_1')).answer).toEqual(Buffer.from([3, 0, 0, 0, 0, 4, 0, 2, 3, 2]))
  expect(String(await send(request('CT_2')).answer)).toBe('accepted')
  expect(refused).toEqual(['CT_1 AE title full'])
})

test('the idle association of an AE title gives way to its next one', async () => {
  const { refused, send } = await open({ limits: { ...dicomFrontLimits, slotsPerAeTitle: 1, givesWayMs: 0 } })
  const first = send(request('CT_1'))
  await first.answer
  expect(String(await send(request('CT_1')).answer)).toBe('accepted')
  await eventually(() => expect([first.socket.closed, refused]).toEqual([true, ['gave way']]))
})

test.each([
  ['nothing', ''],
  ['half a request', request('CT_1').subarray(0, 40)],
])('a scanner is served at once beside connections of its own address that sent %s', async (_name, bytes) => {
  const { refused, send, port } = await open({ limits: { ...dicomFrontLimits, slotsPerAddress: 2 } })
  const others = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => {}))
  onTestFinished(() => {
    for (const socket of others) socket.destroy()
  })
  for (const socket of others) socket.write(bytes)
  await Promise.all(others.map((socket) => once(socket, 'connect')))
  expect(String(await send(request('CT_2')).answer)).toBe('accepted')
  expect(refused[0]).toBe('gave way')
})

test('a scanner is told to try again while the archive is away', async () => {
  const { refused, send } = await open({ archive: { host: '127.0.0.1', port: 1 } })
  expect(await send(request('CT_1')).answer).toEqual(Buffer.from([3, 0, 0, 0, 0, 4, 0, 2, 3, 2]))
  expect(refused).toEqual(['CT_1 archive down'])
})

test('no request is read from any bytes by an exception', () => {
  expect(readAssociateRequest(Buffer.alloc(0))).toBe('incomplete')
  expect(readAssociateRequest(Buffer.of(1, 0))).toBe('incomplete')
  expect(readAssociateRequest(Buffer.of(1, 0, 0, 0, 0, 4, 0, 0, 0, 0))).toBe(null)
  expect(readAssociateRequest(request('CT_1'))).toEqual({ calledAeTitle: 'READROOM', callingAeTitle: 'CT_1' })
})

test('a scanner is answered within seconds beside thirty connections that say nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-front-'))
  const orthanc = await startOrthanc({ dir, durable: false })
  onTestFinished(async () => {
    await orthanc.kill()
    await rm(dir, { recursive: true, force: true })
  })
  const limits = { ...dicomFrontLimits, slots: 40, slotsPerAddress: 40 }
  const { port, probe, refused } = await open({ archive: { host: '127.0.0.1', port: orthanc.dicomPort }, limits })
  const silentOnes = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of silentOnes) socket.destroy()
  })
  await Promise.all(silentOnes.map((socket) => once(socket, 'connect')))
  const started = performance.now()
  await promisify(execFile)('echoscu', ['-to', '20', '127.0.0.1', String(port)])
  expect(performance.now() - started).toBeLessThan(5_000)
  await probe()
  expect(refused).toEqual([])
})

test("its own test takes no slot, and fails when the archive's port is closed", async () => {
  const limits = { ...dicomFrontLimits, slots: 0 }
  const { probe, refused } = await open({ archive: { host: '127.0.0.1', port: await getPort() }, limits })
  await expect(probe()).rejects.toThrow()
  expect(refused).toEqual([])
})
