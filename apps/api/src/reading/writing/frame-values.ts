/** The decoded pixels of one frame. `at` returns the value of a channel of the pixel at `column` and `row`. */
export type FrameValues = {
  columns: number
  rows: number
  channels: number
  at: (column: number, row: number, channel: number) => number
}

/** Types of NumPy arrays that the archive writes, in little endian. */
const readers: Record<string, { bytes: number; read: (data: Buffer, offset: number) => number }> = {
  '|u1': { bytes: 1, read: (data, offset) => data.readUInt8(offset) },
  '<u1': { bytes: 1, read: (data, offset) => data.readUInt8(offset) },
  '<u2': { bytes: 2, read: (data, offset) => data.readUInt16LE(offset) },
  '<i2': { bytes: 2, read: (data, offset) => data.readInt16LE(offset) },
  '<u4': { bytes: 4, read: (data, offset) => data.readUInt32LE(offset) },
  '<f4': { bytes: 4, read: (data, offset) => data.readFloatLE(offset) },
}

const magic = Buffer.from('\u0093NUMPY\u0001\0', 'latin1')

/** Parses a NumPy file (version 1.0) of rows x columns x channels. Returns null for another file or shape. */
export function readFrameValues(file: Buffer): FrameValues | null {
  if (file.length < 10 || !file.subarray(0, 8).equals(magic)) return null
  const start = 10 + file.readUInt16LE(8)
  const head = file.toString('latin1', 10, start)
  const [, type = ''] = /'descr':\s*'([^']+)'/.exec(head) ?? []
  const [, shape = ''] = /'shape':\s*\(([\d, ]+)\)/.exec(head) ?? []
  const [rows = 0, columns = 0, channels = 1, ...more] = shape
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number)
  const reader = readers[type]
  const isWhole = reader && file.length >= start + rows * columns * channels * reader.bytes
  if (!isWhole || rows === 0 || columns === 0 || more.length > 0 || !head.includes("'fortran_order': False")) return null
  const { bytes, read } = reader
  return {
    columns,
    rows,
    channels,
    at: (column, row, channel) => read(file, start + ((row * columns + column) * channels + channel) * bytes),
  }
}
