import { expect, test } from 'vitest'
import { readFrameValues } from './frame-values.ts'

function numpy(type: string, shape: string, data: Buffer, order = 'False'): Buffer {
  const head = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': (${shape}), }\n`
  const start = Buffer.from('\u0093NUMPY\u0001\0\0\0', 'latin1')
  start.writeUInt16LE(head.length, 8)
  return Buffer.concat([start, Buffer.from(head, 'latin1'), data])
}

test('reads grey values with and without a sign, and colors', () => {
  const signed = Buffer.alloc(12)
  for (const [index, value] of [-1024, 0, 40, 300, 2000, -7].entries()) signed.writeInt16LE(value, index * 2)
  const grey = readFrameValues(numpy('<i2', '2, 3', signed))
  expect([grey?.rows, grey?.columns, grey?.channels]).toEqual([2, 3, 1])
  expect([grey?.at(0, 0, 0), grey?.at(2, 0, 0), grey?.at(2, 1, 0)]).toEqual([-1024, 40, -7])
  const color = readFrameValues(numpy('|u1', '1, 2, 3', Buffer.from([1, 2, 3, 4, 5, 6])))
  expect([color?.channels, color?.at(1, 0, 0), color?.at(1, 0, 2)]).toEqual([3, 4, 6])
})

test.each([
  ['no NumPy file', Buffer.from('<html>')],
  ['an unknown type', numpy('<c8', '1, 1', Buffer.alloc(8))],
  ['fewer values than its shape says', numpy('|u1', '2, 3', Buffer.alloc(5))],
  ['columns before rows', numpy('|u1', '2, 3', Buffer.alloc(6), 'True')],
  ['more than three dimensions', numpy('|u1', '1, 1, 1, 3', Buffer.alloc(3))],
  ['no pixels', numpy('|u1', '0, 3', Buffer.alloc(6))],
])('refuses a file with %s', (_, file) => {
  expect(readFrameValues(file)).toBeNull()
})
