import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { utf8 } from '../testing/samples.ts'
import { createFrameReader, frame } from './frames.ts'
import { connectReceiver } from './receiver.ts'

/** Connects to a receiver that does this with each message. */
async function connectTo(onMessage: (socket: Socket, message: string) => void) {
  const server = createServer((socket) => {
    const reader = createFrameReader()
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      for (const message of reader.read(bytes)) onMessage(socket, message.toString('utf8'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const receiver = await connectReceiver({ host: '127.0.0.1', port, tls: null }, 5_000)
  onTestFinished(() => receiver.close())
  return receiver
}

test('returns the answer to each message, however it is cut into pieces', async () => {
  const receiver = await connectTo((socket, message) => {
    for (const byte of frame(utf8(`ACK of ${message}`))) socket.write(Buffer.of(byte))
  })
  expect((await receiver.exchange(utf8('A'), 5_000)).toString()).toBe('ACK of A')
  expect((await receiver.exchange(utf8('B'), 5_000)).toString()).toBe('ACK of B')
})

test.each([
  ['waits for the next message', (socket: Socket) => socket.write(frame(utf8('ACK')).subarray(0, -1))],
  ['closes', (socket: Socket) => socket.end(frame(utf8('ACK')).subarray(0, -1))],
])('an answer whose end has no CR is one, if its receiver then %s', async (_name, react) => {
  const receiver = await connectTo(react)
  expect((await receiver.exchange(utf8('A'), 30_000)).toString()).toBe('ACK')
})

test.each([
  ['closes without an answer', (socket: Socket) => socket.destroy(), 'closed'],
  ['closes within its answer', (socket: Socket) => socket.end(frame(utf8('ACK')).subarray(0, 3)), 'closed'],
  ['says nothing', () => {}, 'silent'],
  ['sends noise', (socket: Socket) => socket.write('noise'), 'silent'],
  [
    'never ends its answer',
    (socket: Socket) => socket.write(Buffer.concat([Buffer.of(0x0b), Buffer.alloc(2_000_000, 65)])),
    'too long',
  ],
])('a receiver that %s leaves the message unanswered', async (_name, react, silence) => {
  const receiver = await connectTo(react)
  // Only silence ends by the limit. The rest has its time, also on a busy machine.
  const answerMs = silence === 'silent' ? 300 : 30_000
  await expect(receiver.exchange(utf8('A'), answerMs)).rejects.toMatchObject({ name: 'Unanswered', silence })
  await expect(receiver.exchange(utf8('B'), answerMs)).rejects.toMatchObject({ silence })
})

test('a second answer is not that of the next message', async () => {
  const receiver = await connectTo((socket, message) => {
    const answer = frame(utf8(`ACK of ${message}`))
    socket.write(Buffer.concat([answer, answer]))
  })
  expect((await receiver.exchange(utf8('A'), 5_000)).toString()).toBe('ACK of A')
  expect((await receiver.exchange(utf8('B'), 5_000)).toString()).toBe('ACK of B')
})

test('an address where nobody listens is unreachable', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  server.close()
  await once(server, 'close')
  await expect(connectReceiver({ host: '127.0.0.1', port, tls: null }, 5_000)).rejects.toMatchObject({
    silence: 'unreachable',
    detail: 'ECONNREFUSED',
  })
})
