import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ImageReader } from './archive-slots.ts'
import { createBodyRoom } from './body-room.ts'
import { holdBody } from './held-body.ts'

const reader: ImageReader = {
  key: 'link',
  credentials: '',
  address: '192.0.2.1',
  isOutsider: true,
  hasOpenReport: async () => false,
}
const atOnce = { beforeSpool: async () => {}, onPassed: () => {} }
const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 251))

function* inPieces(size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const body = (size: number) => Readable.from(inPieces(size), { objectMode: false })

/** Room for `memory` and `disk` bytes of one reader. */
const roomFor = (memory: number, disk: number) => createBodyRoom({ memory: memory * 4, disk: disk * 4 })

test.each([
  ['memory', 1_000_000, 0],
  ['a file', 0, 1_000_000],
  ['memory, then a file', 50_000, 1_000_000],
])('a body is read to its end while nobody takes it, into %s', async (_name, memory, disk) => {
  const room = roomFor(memory, disk)
  const source = body(3_000)
  const stream = holdBody(source, { held: room.hold(reader), mayWait: false, ...atOnce })
  await once(source, 'close')
  expect(await buffer(stream)).toEqual(bytes)
  expect(room.hasRoom(reader, Math.max(memory, disk))).toBe(true)
})

test.each([1_000, 7_001, 65_536])('a client that reads now and then gets all bytes in order, in pieces of %i', async (size) => {
  const room = roomFor(20_000, 1_000_000)
  const stream = holdBody(body(size), { held: room.hold(reader), mayWait: false, ...atOnce })
  const taken: Buffer[] = []
  for await (const chunk of stream) {
    taken.push(chunk)
    for (let turn = 0; turn < (taken.length % 5) * 3; turn++) await setImmediate()
  }
  expect(Buffer.concat(taken)).toEqual(bytes)
})

test('without room an outsider is cut off, and an account gets the rest at its own speed', async () => {
  const room = roomFor(10_000, 20_000)
  const cut = holdBody(body(3_000), { held: room.hold(reader), mayWait: false, ...atOnce })
  await expect(buffer(cut)).rejects.toMatchObject({ code: 'ARCHIVE_BUSY' })
  const slow = holdBody(body(3_000), { held: room.hold(reader), mayWait: true, ...atOnce })
  expect(await buffer(slow)).toEqual(bytes)
  const nothing = holdBody(body(3_000), { held: roomFor(0, 0).hold(reader), mayWait: true, ...atOnce })
  expect(await buffer(nothing)).toEqual(bytes)
})

test('the archive waits before the rest goes into a file', async () => {
  const source = body(50_000)
  const held = roomFor(60_000, 1_000_000).hold(reader)
  const waiting = new Promise<number>((resolve) => {
    const beforeSpool = (size: number) => {
      resolve(size)
      return new Promise<void>(() => {})
    }
    holdBody(source, { held, mayWait: false, ...atOnce, beforeSpool })
  })
  expect([await waiting, source.readableEnded]).toEqual([50_000, false])
})

test('a client that leaves gives its room back and ends the body', async () => {
  const room = roomFor(10_000, 20_000)
  const source = body(3_000)
  const stream = holdBody(source, { held: room.hold(reader), mayWait: true, ...atOnce })
  await once(stream, 'readable')
  stream.destroy()
  await once(stream, 'close')
  expect([source.destroyed, room.hasRoom(reader, 20_000)]).toEqual([true, true])
})

test('a body that breaks off fails for the client', async () => {
  const broken = async function* () {
    yield Buffer.from('half')
    throw new Error('the archive stopped')
  }
  const held = roomFor(10_000, 20_000).hold(reader)
  const stream = holdBody(Readable.from(broken(), { objectMode: false }), { held, mayWait: false, ...atOnce })
  await expect(buffer(stream)).rejects.toThrow('the archive stopped')
})

test('a session, the outsiders of an address and its accounts have a part each', () => {
  const room = createBodyRoom({ memory: 0, disk: 800 })
  const takes = (key: string, address: string, isOutsider: boolean, size: number) =>
    room.hold({ ...reader, key, address, isOutsider }).take('disk', size)
  expect(takes('link 1', '192.0.2.1', true, 201)).toBe(false)
  expect(takes('link 1', '192.0.2.1', true, 200)).toBe(true)
  expect(takes('link 2', '192.0.2.1', true, 200)).toBe(true)
  expect(takes('link 3', '192.0.2.2', true, 1)).toBe(false)
  expect(takes('session 1', '192.0.2.1', false, 200)).toBe(true)
})
