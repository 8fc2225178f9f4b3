import { Buffer } from 'node:buffer'
import { EXPLICIT_LITTLE_ENDIAN, element, metaInformation, short } from './elements.ts'
import { newUid } from './make-image.ts'

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7'

export type Palette = { descriptor: number[]; bytes: number }

/** An image's description of its pixels (DICOM PS3.3 section C.7.6.3). An absent field is not in the file. */
export type PixelHeader = {
  transferSyntax?: string | undefined
  photometric?: string | undefined
  samples?: number | undefined
  planar?: number | undefined
  frames?: string | undefined
  rows?: number | undefined
  columns?: number | undefined
  allocated?: number | undefined
  stored?: number | undefined
  high?: number | undefined
  representation?: number | undefined
  /** Red, green and blue. */
  palettes?: Palette[] | undefined
  /** Segmented tables instead of the palettes' own; their descriptors are those of `palettes`. */
  segments?: Buffer[] | undefined
  /** The native pixels, or the fragments of compressed ones. */
  pixels?: Buffer | Buffer[] | undefined
}

export type ImageUids = { studyInstanceUid?: string; seriesInstanceUid?: string; sopInstanceUid?: string; patientId?: string }

const numbers = (tag: number, value: number | undefined): Buffer[] =>
  value === undefined ? [] : [element(tag, 'US', short(value))]

function encapsulated(fragments: Buffer[]): Buffer {
  const head = Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff])
  const items = [Buffer.alloc(0), ...fragments].map((fragment) => {
    const item = Buffer.alloc(8 + fragment.length + (fragment.length % 2))
    item.writeUInt16LE(0xfffe, 0)
    item.writeUInt16LE(0xe000, 2)
    item.writeUInt32LE(item.length - 8, 4)
    fragment.copy(item, 8)
    return item
  })
  return Buffer.concat([head, ...items, Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])])
}

function pixelData(pixels: Buffer | Buffer[] | undefined): Buffer {
  if (pixels === undefined) return Buffer.alloc(0)
  return Array.isArray(pixels) ? encapsulated(pixels) : element(0x7fe0_0010, 'OW', pixels)
}

/** Returns a DICOM file whose header says of its pixels whatever is asked for, also what no scanner writes. */
export function pixelImage(header: PixelHeader, uids: ImageUids = {}): Buffer {
  const { sopInstanceUid = newUid(), studyInstanceUid = newUid(), seriesInstanceUid = newUid(), patientId = 'PIXELS' } = uids
  const { palettes = [], transferSyntax = EXPLICIT_LITTLE_ENDIAN } = header
  const descriptors = palettes.map(({ descriptor }, index) =>
    element(0x0028_1101 + index, 'US', Buffer.concat(descriptor.map(short))),
  )
  const tables = header.segments
    ? header.segments.map((bytes, index) => element(0x0028_1221 + index, 'OW', bytes))
    : palettes.map(({ bytes }, index) => element(0x0028_1201 + index, 'OW', Buffer.alloc(bytes, index)))
  return Buffer.concat([
    metaInformation({ sopClassUid: SECONDARY_CAPTURE, sopInstanceUid, transferSyntax }),
    element(0x0008_0016, 'UI', SECONDARY_CAPTURE),
    element(0x0008_0018, 'UI', sopInstanceUid),
    element(0x0008_0060, 'CS', 'OT'),
    element(0x0010_0010, 'PN', 'Pixels^Odd'),
    element(0x0010_0020, 'LO', patientId),
    element(0x0020_000d, 'UI', studyInstanceUid),
    element(0x0020_000e, 'UI', seriesInstanceUid),
    ...numbers(0x0028_0002, header.samples),
    ...(header.photometric === undefined ? [] : [element(0x0028_0004, 'CS', header.photometric)]),
    ...numbers(0x0028_0006, header.planar),
    ...(header.frames === undefined ? [] : [element(0x0028_0008, 'IS', header.frames)]),
    ...numbers(0x0028_0010, header.rows),
    ...numbers(0x0028_0011, header.columns),
    ...numbers(0x0028_0100, header.allocated),
    ...numbers(0x0028_0101, header.stored),
    ...numbers(0x0028_0102, header.high),
    ...numbers(0x0028_0103, header.representation),
    ...descriptors,
    ...tables,
    pixelData(header.pixels),
  ])
}
