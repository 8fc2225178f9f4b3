import { once } from 'node:events'
import { createServer, type TlsOptions } from 'node:tls'
import type { Hl7Destination } from '@readroom/contracts/reports/results'
import { createFrameReader, frame } from '@readroom/hl7/mllp/frames'
import { expect, onTestFinished, test } from 'vitest'
import { testPlaces } from '../../../core/places.fixture.ts'
import { writeHl7Test } from '../contents/hl7-content.ts'
import { answerTo, hl7Settings } from '../results.fixture.ts'
import { type Certified, certify } from './certificates.fixture.ts'
import { openHl7Channel } from './hl7-channel.ts'

const [server, client, stranger] = [certify(), certify(), certify()]
const expired = certify({ isExpired: true })
const controlId = 'C1'
const content = writeHl7Test({ form: hl7Settings(1), controlId, sentAt: new Date() })
const attempt = { id: '01890000-0000-7000-8000-000000000001', kind: 'test' as const, controlId, content }

/** Starts a receiver with TLS. Returns the messages that it got, and what sends one to it. */
async function startReceiver(options: TlsOptions) {
  const received: Buffer[] = []
  const listener = createServer({ ...server, ...options }, (socket) => {
    const reader = createFrameReader()
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      for (const message of reader.read(bytes)) {
        received.push(message)
        socket.write(frame(answerTo(message)))
      }
    })
  })
  listener.on('tlsClientError', () => {})
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    listener.close()
  })
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const send = async (certificates: Hl7Destination['certificates'], identity: Certified | null = null) => {
    const channel = openHl7Channel(hl7Settings(port, { certificates }), identity, {
      places: testPlaces,
      connectMs: 15_000,
      answerMs: 15_000,
    })
    onTestFinished(() => channel.close())
    return channel.send(attempt)
  }
  return { received, send }
}

test('a message goes over TLS to the receiver of the certificate only', async () => {
  const { received, send } = await startReceiver({})
  expect(await send(server.cert)).toMatchObject({ answer: 'accepted' })
  expect(received).toEqual([content])
  expect(await send(stranger.cert)).toEqual({ answer: 'unreachable', text: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  // Without TLS the receiver does not understand the message.
  expect((await send(null)).answer).toMatch(/closed|silent/)
  expect(received).toHaveLength(1)
})

test('a receiver whose certificate has ended gets nothing', async () => {
  const { received, send } = await startReceiver(expired)
  expect(await send(expired.cert)).toEqual({ answer: 'unreachable', text: 'CERT_HAS_EXPIRED' })
  expect(received).toEqual([])
})

test('a receiver that asks for our certificate takes that one only', async () => {
  const { received, send } = await startReceiver({ ca: client.cert, requestCert: true, rejectUnauthorized: true })
  expect(await send(server.cert, client)).toMatchObject({ answer: 'accepted' })
  for (const identity of [null, stranger]) expect((await send(server.cert, identity)).answer).toMatch(/closed|unreachable/)
  expect(received).toHaveLength(1)
})

test('a certificate of ours that cannot be read is a wrong setting', async () => {
  const { send } = await startReceiver({})
  expect(await send(server.cert, { cert: client.cert, key: 'no key' })).toMatchObject({ answer: 'misconfigured' })
})
