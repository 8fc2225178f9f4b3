import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { createFrameReader, MessageTooLong } from './frames.ts'

test('150 MB without an end are refused at the limit, with bounded memory', () => {
  const reader = createFrameReader()
  const piece = Buffer.alloc(64 * 1024, 0x41)
  const before = process.memoryUsage.rss()
  let sent = 0
  const flood = () => {
    reader.read(Buffer.of(0x0b))
    while (sent < 150 * 1024 * 1024) {
      reader.read(piece)
      sent += piece.length
    }
  }
  expect(flood).toThrow(MessageTooLong)
  expect(sent).toBe(64 * 1024 * 1024)
  expect(process.memoryUsage.rss() - before).toBeLessThan(160 * 1024 * 1024)
})
