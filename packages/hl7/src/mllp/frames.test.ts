import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samples, utf8 } from '../testing/samples.ts'
import { createFrameReader, frame, MessageTooLong } from './frames.ts'

const texts = Object.values(samples)

/** Cuts bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((left, right) => left - right)
  return [0, ...ends].map((start, at) => bytes.subarray(start, ends[at] ?? bytes.length))
}

function readAll(pieces: readonly Buffer[]): string[] {
  const reader = createFrameReader()
  return pieces.flatMap((piece) => reader.read(piece)).map((message) => message.toString('utf8'))
}

test.each(Object.entries(samples))('%s arrives whole, split in two at every byte', (_name, text) => {
  const bytes = Buffer.concat([frame(utf8(text)), frame(utf8('MSH|next'))])
  const missed = Array.from({ length: Math.min(bytes.length, 3_000) }, (_, at) => at).filter(
    (at) => readAll([bytes.subarray(0, at), bytes.subarray(at)]).join('\n') !== `${text}\nMSH|next`,
  )
  expect(missed).toEqual([])
})

test('all samples arrive a byte at a time', () => {
  const bytes = Buffer.concat(texts.map((text) => frame(utf8(text))))
  expect(readAll(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(texts)
})

test('any messages arrive whole and in order, with any noise between them and any cuts', () => {
  const noise = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes.map((byte) => (byte === 0x0b ? 0x20 : byte))))
  const body = fc
    .uint8Array({ maxLength: 200 })
    // The end mark within a message would end it, also before a start byte; MSH behind a start byte would begin another one.
    .map((bytes) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll('\x1c\r', '\x1c ')
        .replaceAll('\x1c\x0b', '\x1c ')
        .replaceAll('\x0bM', '\x0bN'),
    )
  fc.assert(
    fc.property(fc.array(fc.tuple(noise, body), { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 30 }), (parts, places) => {
      const bytes = Buffer.concat([
        ...parts.flatMap(([before, message]) => [before, frame(Buffer.from(message, 'latin1'))]),
        Buffer.from('noise'),
      ])
      const reader = createFrameReader()
      const read = cut(bytes, places).flatMap((piece) => reader.read(piece))
      expect(read.map((message) => message.toString('latin1'))).toEqual(parts.map(([, message]) => message))
      expect(reader.noise()).toBe(parts.reduce((sum, [before]) => sum + before.length, 5))
    }),
    { numRuns: 500 },
  )
})

test('a message that its sender gave up and began again is read once', () => {
  const bytes = Buffer.concat([Buffer.from('\x0bMSH|half of it'), frame(utf8('MSH|whole'))])
  expect(readAll([bytes])).toEqual(['MSH|whole'])
})

test('a start byte within a text stays in it', () => {
  expect(readAll([frame(utf8('MSH|^~\\&|one\x0btwo'))])).toEqual(['MSH|^~\\&|one\x0btwo'])
})

test('a half message is inside until its end', () => {
  const reader = createFrameReader()
  reader.read(Buffer.from('\x0bMSH|half\x1c'))
  expect(reader.isInside()).toBe(true)
  expect(reader.read(Buffer.from('\r'))).toHaveLength(1)
  expect(reader.isInside()).toBe(false)
})

test('a long message a byte at a time takes time in proportion to its length', () => {
  const secondsFor = (length: number) => {
    const reader = createFrameReader()
    const byte = Buffer.of(0x41)
    reader.read(Buffer.of(0x0b))
    const start = process.cpuUsage()
    for (let at = 0; at < length; at++) reader.read(byte)
    return process.cpuUsage(start).user
  }
  secondsFor(100_000)
  // Quadratic buffering would take 256 times as long.
  expect(secondsFor(1_600_000)).toBeLessThan(80 * secondsFor(100_000))
})

test('a frame of exactly the limit is read', () => {
  const reader = createFrameReader(4)
  expect(reader.read(frame(utf8('MSH|')))).toHaveLength(1)
  expect(() => reader.read(frame(utf8('MSH|^')))).toThrow(MessageTooLong)
})
