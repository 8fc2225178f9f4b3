import { Buffer } from 'node:buffer'
import { type Colour, grey, greyTags, sample, side, storageClass, type Tags } from './pictures.ts'

/** Returns an element of Explicit VR Little Endian (PS3.5 section 7.1.2). */
function element(group: number, number: number, vr: string, value: Buffer): Buffer {
  const head = Buffer.alloc(vr === 'OW' ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  if (vr === 'OW') head.writeUInt32LE(value.length, 8)
  else head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}
const shorts = (...numbers: number[]) => Buffer.from(Int16Array.from(numbers).buffer)

/** Returns a bit for each pixel: a filled square that begins at `from` and ends before `to`. */
function square(from: number, to: number): Buffer {
  const bits = Buffer.alloc((side * side) / 8)
  const isIn = (place: number) => place >= from && place < to
  for (let at = 0; at < side * side; at += 1)
    if (isIn(at % side) && isIn(Math.floor(at / side))) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  return bits
}

/** An overlay plane (PS3.3 section C.9.2). Without bits it lies in the unused bits of the pixels. */
const plane = (group: number, bits: Buffer | null) => [
  element(group, 0x0010, 'US', shorts(side)),
  element(group, 0x0011, 'US', shorts(side)),
  element(group, 0x0040, 'CS', Buffer.from('G ')),
  element(group, 0x0050, 'SS', shorts(1, 1)),
  element(group, 0x0100, 'US', shorts(bits ? 1 : 16)),
  element(group, 0x0102, 'US', shorts(bits ? 0 : 12)),
  ...(bits ? [element(group, 0x3000, 'OW', bits)] : []),
]

/** Puts elements before the pixels. */
function insert(bytes: Buffer, elements: Buffer[]): Buffer {
  const pixels = bytes.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]))
  return Buffer.concat([bytes.subarray(0, pixels), ...elements, bytes.subarray(pixels)])
}

/** What is drawn over an image: at how many of its points, and if the first and the middle one are among them. */
export type Overlay = { points: number; first: boolean; middle: boolean }

const values = [0, 400, 1200, 1800, 2200, 2800, 3600, 4095]
const radiograph = {
  ...greyTags([values], { allocated: 16, stored: 12 }),
  SOPClassUID: storageClass('1'),
  Modality: 'CR',
  WindowCenter: '2048',
  WindowWidth: '4096',
}
const picture: readonly Colour[] = values.map((value) => grey(value / 4095))
const centre: Overlay = { points: 16 * 16, first: false, middle: true }
const corner: Overlay = { points: 8 * 8, first: true, middle: false }

export const overlayKinds = (
  [
    ['an overlay plane', plane(0x6000, square(24, 40)), [centre]],
    ['two overlay planes', [...plane(0x6000, square(24, 40)), ...plane(0x6002, square(0, 8))], [centre, corner]],
    ['an overlay in unused bits of the pixels (retired)', plane(0x6000, null), []],
  ] as const
).map(([name, elements, overlays]) => ({
  name,
  tags: radiograph,
  picture,
  overlays,
  encode: (common: Tags, tags: Tags) => insert(sample(common, tags), [...elements]),
}))
