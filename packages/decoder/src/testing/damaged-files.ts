import { Buffer } from 'node:buffer'
import { deflateRawSync } from 'node:zlib'
import { metaInformation } from '@readroom/orthanc/testing/elements'
import { nearlyRightImages, oddImages } from '@readroom/orthanc/testing/odd-images'
import { pixelImage } from '@readroom/orthanc/testing/pixel-image'
import fc from 'fast-check'

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7'
const DEFLATED = '1.2.840.10008.1.2.1.99'

const deflatedMeta = metaInformation({ sopClassUid: SECONDARY_CAPTURE, sopInstanceUid: '2.25.1', transferSyntax: DEFLATED })

/** Returns a file of explicit little endian in Deflated Explicit VR Little Endian (DICOM PS3.5 section A.5). */
export function deflatedFile(file: Buffer): Buffer {
  return Buffer.concat([deflatedMeta, deflateRawSync(file.subarray(metaLength(file)), { level: 1 })])
}

/** Preamble, prefix, the element with the length of the group, and the group. */
const metaLength = (file: Buffer) => Math.min(file.length, 144 + file.readUInt32LE(140))

const bombs = fc
  .record({ megabytes: fc.integer({ min: 1, max: 16 }), fill: fc.constantFrom(0, 0xff, 0x20) })
  .map(({ megabytes, fill }) =>
    deflatedFile(pixelImage({ photometric: 'RGB', pixels: Buffer.alloc(megabytes * 1024 * 1024, fill) })),
  )

/** Bytes that mean something in headers of JPEG, JPEG 2000 and DICOM. */
const markers = [0, 1, 0x20, 0x7f, 0x80, 0xc0, 0xc3, 0xc4, 0xd8, 0xda, 0xe0, 0xf7, 0xfe, 0xff]
const types = ['US', 'UL', 'IS', 'DS', 'OB', 'OW', 'SQ', 'UN', 'FD', 'SV']

const changes = fc.array(
  fc.record({
    /** Where, as a part of the file; most of a small file's meaning is at its beginning. */
    at: fc.oneof(fc.double({ min: 0, max: 0.1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    bytes: fc.oneof(
      fc.constantFrom(...markers).map((byte) => Buffer.from([byte])),
      fc.constantFrom(...types).map((type) => Buffer.from(type)),
      fc.constantFrom(0xffff_ffff, 0x7fff_ffff, 0xfffe).map((length) => {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32LE(length)
        return bytes
      }),
      fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    ),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Leaves the meta information alone: of images from scanners, the archive writes it itself. */
function damage(file: Buffer, made: { at: number; bytes: Buffer }[]): Buffer {
  const copy = Buffer.from(file)
  const data = copy.subarray(metaLength(copy))
  for (const { at, bytes } of made) bytes.copy(data, Math.floor(at * 0.999 * data.length))
  return copy
}

/** Files that no scanner writes: odd headers, changed bytes in whole data sets, cut files, and deflated bombs. `whole` are files to change. */
export function damagedFiles(whole: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const odd = fc.oneof(oddImages, nearlyRightImages).map((header) => pixelImage(header))
  const base = whole.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...whole) }, odd) : odd
  const changed = fc.tuple(base, changes).map(([file, made]) => damage(file, made))
  const cut = fc
    .tuple(base, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([file, part]) => file.subarray(0, Math.max(metaLength(file), file.length * part)))
  return fc.oneof(
    { weight: 3, arbitrary: odd },
    { weight: 10, arbitrary: changed },
    { weight: 2, arbitrary: cut },
    { weight: 1, arbitrary: bombs },
  )
}
