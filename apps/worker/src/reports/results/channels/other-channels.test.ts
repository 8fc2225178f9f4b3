import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FolderDestination, WebhookDestination } from '@readroom/contracts/reports/results'
import { isPrivateAddress } from '@readroom/domain/core/private-addresses'
import { expect, onTestFinished, test } from 'vitest'
import { testPlaces } from '../../../core/places.fixture.ts'
import { hl7Settings } from '../results.fixture.ts'
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

test.each([{}, { url: 'https://localhost:1/' }, { url: 'https://[::1]:1/' }])(
  'a private address is not reached unless that is allowed: %j',
  async (changes) => {
    const { channel, requests } = await openWebhook(204, { allowsPrivate: false, ...changes })
    expect(await channel.send(attempt)).toEqual({ answer: 'forbidden', text: '' })
    expect(requests).toEqual([])
  },
)

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
