import { describe, expect, it } from 'vitest'
import { unpackSegments } from './segmented-table.ts'

const shorts = (...values: number[]) => Uint16Array.from(values)

describe('a segmented color table', () => {
  it.each<[string, Uint8Array | Uint16Array, number[]]>([
    ['of single entries', shorts(0, 3, 7, 8, 9), [7, 8, 9]],
    ['with a line from the last entry', shorts(0, 1, 0, 1, 4, 100), [0, 25, 50, 75, 100]],
    ['with a line that falls', shorts(0, 1, 100, 1, 2, 0), [100, 50, 0]],
    ['with a reference to two segments at byte 0', shorts(0, 1, 0, 1, 2, 100, 2, 2, 0, 0), [0, 50, 100, 0, 50, 100]],
    ['of bytes, with a reference', Uint8Array.of(0, 2, 5, 6, 2, 1, 0, 0, 0, 0), [5, 6, 5, 6]],
  ])('%s is unpacked', (_what, units, entries) => {
    expect([...unpackSegments(units, entries.length)]).toEqual(entries)
  })

  it.each<[string, Uint16Array, number]>([
    ['that ends early', shorts(0, 3, 7), 3],
    ['with fewer entries than it says', shorts(0, 1, 7), 2],
    ['with more entries than it says', shorts(0, 3, 7, 8, 9), 2],
    ['that begins with a line', shorts(1, 2, 9), 2],
    ['with an unknown segment', shorts(3, 2, 9), 2],
    ['that refers to itself', shorts(2, 1, 0, 0), 2],
    ['with a reference behind its end', shorts(0, 1, 7, 2, 1, 0xffff, 0xffff), 2],
    ['with references to nothing', shorts(2, 0, 0, 0), 2],
  ])('%s is refused', (_what, units, length) => {
    expect(() => unpackSegments(units, length)).toThrow(/its color palette/)
  })
})
