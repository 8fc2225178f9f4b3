import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { samples, utf8 } from '../testing/samples.ts'
import { createFrameReader, frame } from './frames.ts'
import { type Served, type ServeOptions, serveSocket } from './serve-socket.ts'

/** Serves one connection and returns both of its sides. */
async function open(options: Partial<ServeOptions>) {
  const received: string[] = []
  const answer = async (message: Buffer) => {
    received.push(message.toString('utf8'))
    return [utf8(`ACK ${received.length}`)]
  }
  const served: Promise<Served> = new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      server.close()
      resolve(serveSocket(socket, { maxBytes: 100_000, idleMs: 30_000, messageMs: 30_000, answer, ...options }))
    })
    server.listen(0, '127.0.0.1', () => connecting(server.address() as AddressInfo))
  })
  let connecting: (address: AddressInfo) => void = () => {}
  const socket = await new Promise<Socket>((resolve) => {
    connecting = ({ port }) => resolve(connect(port, '127.0.0.1'))
  })
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => {})
  return { socket, received, served: await served }
}

/** Reads answers until the connection ends or there are so many. */
async function answers(socket: Socket, count = Number.POSITIVE_INFINITY): Promise<string[]> {
  const reader = createFrameReader()
  const found: string[] = []
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    found.push(...reader.read(chunk).map((message) => message.toString('utf8')))
    if (found.length >= count) break
  }
  return found
}

test('answers several messages of one packet one by one, in order', async () => {
  const { socket, received } = await open({})
  socket.write(Buffer.concat([frame(utf8(samples.ormOrder)), Buffer.from('noise'), frame(utf8(samples.adtMerge))]))
  expect(await answers(socket, 2)).toEqual(['ACK 1', 'ACK 2'])
  expect(received).toEqual([samples.ormOrder, samples.adtMerge])
})

test('a half message at the end of the connection is dropped without an answer', async () => {
  const { socket, received, served } = await open({})
  socket.end(Buffer.concat([frame(utf8('MSH|1')), frame(utf8('MSH|2')).subarray(0, -2)]))
  expect(await answers(socket)).toEqual(['ACK 1'])
  expect(await served.ended).toEqual({ reason: 'left', noise: 0, half: true })
  expect(received).toEqual(['MSH|1'])
})

test('a message whose end has no CR is answered after a silence, or when the sender ends the connection', async () => {
  const { socket, received } = await open({ endMs: 20 })
  const withoutReturn = (message: string) => frame(utf8(message)).subarray(0, -1)
  socket.write(withoutReturn('MSH|1'))
  expect(await answers(socket, 1)).toEqual(['ACK 1'])
  // The byte that comes too late is noise.
  socket.end(Buffer.concat([Buffer.of(0x0d), withoutReturn('MSH|2')]))
  expect(await answers(socket, 1)).toEqual(['ACK 2'])
  expect(received).toEqual(['MSH|1', 'MSH|2'])
})

test('a message that begins at once behind the end of another one is answered, too', async () => {
  const { socket, received } = await open({})
  socket.write(Buffer.concat([frame(utf8(samples.ormOrder)).subarray(0, -1), frame(utf8(samples.adtMerge))]))
  expect(await answers(socket, 2)).toEqual(['ACK 1', 'ACK 2'])
  expect(received).toEqual([samples.ormOrder, samples.adtMerge])
})

test('a message that could not be stored ends the connection without an answer', async () => {
  const { socket, served } = await open({ answer: async () => null })
  socket.write(Buffer.concat([frame(utf8('MSH|1')), frame(utf8('MSH|2'))]))
  expect(await answers(socket)).toEqual([])
  expect(await served.ended).toMatchObject({ reason: 'unanswered' })
})

test('a message longer than the limit ends the connection', async () => {
  const { socket, served } = await open({ maxBytes: 1_000 })
  socket.write(frame(Buffer.alloc(2_000, 0x41)))
  expect(await served.ended).toMatchObject({ reason: 'too long', half: true })
})

test('a connection without a message ends after its time, also with noise', async () => {
  const { socket, served } = await open({ idleMs: 200 })
  const noise = setInterval(() => socket.write('noise'), 20)
  onTestFinished(() => clearInterval(noise))
  expect(await served.ended).toMatchObject({ reason: 'silent', half: false })
})

test('a message that never ends is cut off, although its bytes keep coming', async () => {
  const { socket, served } = await open({ messageMs: 200 })
  socket.write(Buffer.of(0x0b))
  const bytes = setInterval(() => socket.write('x'), 20)
  onTestFinished(() => clearInterval(bytes))
  expect(await served.ended).toMatchObject({ reason: 'silent', half: true })
})

test('a stop waits for the message in hand and its answer, and takes no other', async () => {
  let finish: () => void = () => {}
  const begun = new Promise<void>((resolve) => {
    finish = resolve
  })
  let release: (answers: Buffer[]) => void = () => {}
  const answer = () => {
    finish()
    return new Promise<Buffer[]>((resolve) => {
      release = resolve
    })
  }
  const { socket, served } = await open({ answer })
  socket.write(Buffer.concat([frame(utf8('MSH|1')), frame(utf8('MSH|2'))]))
  await begun
  served.stop()
  release([utf8('ACK 1')])
  expect(await answers(socket)).toEqual(['ACK 1'])
  expect(await served.ended).toMatchObject({ reason: 'stopped' })
})

test('a stop closes a connection that is silent at once', async () => {
  const { socket, served } = await open({})
  const closed = once(socket, 'close')
  socket.resume()
  served.stop()
  await closed
  expect(await served.ended).toMatchObject({ reason: 'stopped' })
})
