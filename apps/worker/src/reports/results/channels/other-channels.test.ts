import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import type { FolderDestination, WebhookDestination } from '@readroom/contracts/reports/results'
import { isPrivateAddress } from '@readroom/domain/core/private-addresses'
import { expect, onTestFinished, test } from 'vitest'
import { testPlaces } from '../../../core/places.fixture.ts'
import { hl7Settings } from '../results.fixture.ts'
import { certify } from './certificates.fixture.ts'
import { openFolderChannel } from './folder-channel.ts'
import { startWebhook } from './webhook.fixture.ts'
import { openWebhookChannel, signWebhook } from './webhook-channel.ts'

const secret = 'a secret that both sides know 12345'.replaceAll(' ', '-')
const attempt = {
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'final' as const,
  controlId: 'C1',
  content: Buffer.from('{"id":1}'),
}

/** Starts a webhook that answers with a status. Returns a channel to it and the requests that it had. */
async function openWebhook(status: number, changes: Partial<WebhookDestination> = {}) {
  const { settings, requests } = await startWebhook({ status, changes })
  const channel = openWebhookChannel(settings, async () => secret, { places: testPlaces, answerMs: 5_000 })
  onTestFinished(() => channel.close())
  return { channel, requests }
}

test('a webhook gets a signed body, and the same id with each repeat', async () => {
  const { channel, requests } = await openWebhook(204)
  expect(await channel.send(attempt)).toEqual({ answer: 'accepted', text: 'HTTP 204' })
  expect(await channel.send(attempt)).toMatchObject({ answer: 'accepted' })
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([attempt.id, attempt.id])
  const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(requests[0]?.headers['readroom-signature'])) ?? []
  expect(signature).toBe(signWebhook(secret, Number(seconds), attempt.content))
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60)
})

test.each([
  [400, 'refused'],
  [302, 'refused'],
  [429, 'unavailable'],
  [503, 'unavailable'],
])('the status %i of a webhook means %s', async (status, answer) => {
  const { channel, requests } = await openWebhook(status)
  expect(await channel.send(attempt)).toMatchObject({ answer })
  expect(requests).toHaveLength(1)
})

/** Receivers that keep a connection as long as they can. */
const slowOnes: [string, (socket: TLSSocket) => void, RegExp][] = [
  ['says nothing', () => {}, /silent/],
  ['sends its head letter by letter', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: ', 'x'), /silent|unreachable/],
  ['sends a head without an end', (socket) => pour(socket, 'HTTP/1.1 200 OK\r\nx: '), /unreachable|closed/],
  [
    'sends a body without an end',
    (socket) => pour(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '400\r\n', '\r\n'),
    /accepted/,
  ],
  ['sends a body byte by byte', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', 'x'), /accepted/],
  [
    'sends hints without an end',
    (socket) => pour(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: <', '>\r\n\r\n'),
    /silent|unreachable|closed/,
  ],
  ['speaks another protocol', (socket) => void socket.end('220 mail.example ESMTP\r\n'), /unreachable|closed/],
]

function drip(socket: TLSSocket, head: string, piece: string): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(piece), 10)
  socket.once('close', () => clearInterval(timer))
}

function pour(socket: TLSSocket, head: string, before = '', after = ''): void {
  socket.write(head)
  const more = () => {
    while (!socket.destroyed && socket.write(`${before}${'x'.repeat(1_024)}${after}`)) {}
  }
  socket.on('drain', more)
  more()
}

test.each(slowOnes)('a receiver that %s has its connection for its time alone', async (_what, answerWith, expected) => {
  const identity = certify()
  const ended: Promise<unknown>[] = []
  const server = createServer(identity, (socket) => {
    socket.on('error', () => {})
    ended.push(new Promise((resolve) => socket.once('close', resolve)))
    socket.once('data', () => answerWith(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const settings = {
    kind: 'webhook',
    url,
    withPatient: false,
    allowsPrivate: true,
    certificates: identity.cert,
    events: ['reports'],
  } as const
  const channel = openWebhookChannel({ ...settings, events: ['reports'] }, async () => secret, {
    places: testPlaces,
    answerMs: 500,
  })
  onTestFinished(() => channel.close())
  expect((await channel.send(attempt)).answer).toMatch(expected)
  await Promise.all(ended)
  expect(ended).toHaveLength(1)
})

test.each([{}, { url: 'https://localhost:1/' }, { url: 'https://[::1]:1/' }])(
  'a private address is not reached unless that is allowed: %j',
  async (changes) => {
    const { channel, requests } = await openWebhook(204, { allowsPrivate: false, ...changes })
    expect(await channel.send(attempt)).toEqual({ answer: 'forbidden', text: '' })
    expect(requests).toEqual([])
  },
)

test('a host is looked up once: a second answer leads nowhere', async () => {
  const { settings } = await startWebhook()
  // Nobody answers for this name. Only the address that was checked leads to the receiver, which has no certificate for the name.
  const url = settings.url.replace('127.0.0.1', 'second-answer.invalid')
  const places = { ...testPlaces, find: async () => '127.0.0.1' }
  const channel = openWebhookChannel({ ...settings, url }, async () => secret, { places, answerMs: 5_000 })
  onTestFinished(() => channel.close())
  expect(await channel.send(attempt)).toEqual({ answer: 'unreachable', text: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})

test('a webhook whose certificate is not known gets nothing', async () => {
  const { channel, requests } = await openWebhook(204, { certificates: null })
  expect(await channel.send(attempt)).toMatchObject({ answer: 'unreachable' })
  expect(requests).toEqual([])
})

test.each([
  ...['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '255.255.255.255'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'],
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) =>
  expect(isPrivateAddress(address)).toBe(false),
)

const { kind: _kind, host: _host, port: _port, certificates: _certificates, ...form } = hl7Settings(1)
const toFolder: FolderDestination = { kind: 'folder', folder: 'north', format: 'hl7', ...form }

async function newRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

test('a folder gets one whole file for each delivery, also after a repeat', async () => {
  const root = await newRoot()
  const channel = openFolderChannel(toFolder, root)
  expect(await channel.send(attempt)).toEqual({ answer: 'accepted', text: '' })
  expect(await channel.send(attempt)).toEqual({ answer: 'accepted', text: '' })
  expect(await readdir(join(root, 'north'))).toEqual([`${attempt.id}.hl7`])
  expect(await readFile(join(root, 'north', `${attempt.id}.hl7`))).toEqual(attempt.content)
})

test('nothing is written outside of the folder, or without one', async () => {
  const [root, outside] = [await newRoot(), await newRoot()]
  await symlink(outside, join(root, 'north'))
  expect(await openFolderChannel(toFolder, root).send(attempt)).toMatchObject({ answer: 'misconfigured' })
  expect(await openFolderChannel(toFolder, null).send(attempt)).toMatchObject({ answer: 'misconfigured' })
  expect(await openFolderChannel(toFolder, join(root, 'gone')).send(attempt)).toEqual({ answer: 'unreachable', text: 'ENOENT' })
  expect(await readdir(outside)).toEqual([])
})
