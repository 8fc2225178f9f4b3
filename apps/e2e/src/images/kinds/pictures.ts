import { Buffer } from 'node:buffer'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'

/** Red, green and blue, or three equal greys, from 0 to 1. */
export type Colour = readonly [number, number, number]

/** Every picture is square and has eight bands of equal height. */
export const side = 64
export const bandCount = 8
export const middlesOfBands = Array.from({ length: bandCount }, (_, band) => (band + 0.5) / bandCount)

const explicitLittleEndian = '1.2.840.10008.1.2.1'
const storage = '1.2.840.10008.5.1.4.1.1.'
const secondaryCapture = `${storage}7`
export const storageClass = (suffix: string) => `${storage}${suffix}`

export const grey = (value: number): Colour => [value, value, value]

const readable = (uid: unknown) => ({ vr: 'UI', Value: [uid] })

export type Tags = Readonly<Record<string, unknown>>

/** Makes a file. `common`: the tags of its patient, study and series. */
export type Encode = (common: Tags, tags: Tags) => Buffer | Promise<Buffer>

/** Returns a file of the study and series that `common` names. Every tag may be given by keyword. */
export function sample(common: Tags, tags: Tags, transferSyntax = explicitLittleEndian): Buffer {
  const [SOPInstanceUID, SOPClassUID] = [newUid(), tags.SOPClassUID ?? secondaryCapture]
  const _meta = {
    FileMetaInformationVersion: { vr: 'OB', Value: [Uint8Array.of(0, 1).buffer] },
    MediaStorageSOPClassUID: readable(SOPClassUID),
    MediaStorageSOPInstanceUID: readable(SOPInstanceUID),
    TransferSyntaxUID: readable(transferSyntax),
    ImplementationClassUID: readable('2.25.1'),
  }
  return makeImage({ ...common, SOPClassUID, SOPInstanceUID, InstanceNumber: '1', ...tags, _meta })
}

type Depth = { allocated: 8 | 16 | 32; stored?: number; isSigned?: boolean }

/** Returns the tags of an image with one sample for each pixel. `values`: the stored value of each band; a list for each frame. */
export function greyTags(
  frames: readonly (readonly number[])[],
  { allocated, stored = allocated, isSigned = false }: Depth,
): Tags {
  const bytes = Buffer.alloc((frames.length * side * side * allocated) / 8)
  const mask = 2 ** stored - 1
  for (const [frame, values] of frames.entries())
    for (let at = 0; at < side * side; at += 1) {
      const value = values[Math.floor((at / side / side) * bandCount)] ?? 0
      const bits = stored === 32 ? value >>> 0 : (value & mask) >>> 0
      bytes.writeUIntLE(bits, ((frame * side * side + at) * allocated) / 8, allocated / 8)
    }
  return {
    Rows: side,
    Columns: side,
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    BitsAllocated: allocated,
    BitsStored: stored,
    HighBit: stored - 1,
    PixelRepresentation: isSigned ? 1 : 0,
    ...(frames.length > 1 && { NumberOfFrames: String(frames.length) }),
    _vrMap: { PixelData: allocated === 8 ? 'OB' : 'OW' },
    PixelData: new Uint8Array(bytes).buffer,
  }
}

/** The colours of a colour picture. */
export const colours: readonly Colour[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, 1, 1],
  [0.5, 0.5, 0.5],
  [0, 0, 0],
  [0, 1, 1],
]

type Triple = readonly [number, number, number]
const toBytes = ([r, g, b]: Colour): Triple => [Math.round(r * 255), Math.round(g * 255), Math.round(b * 255)]
const limited = (value: number) => Math.min(255, Math.max(0, Math.round(value)))

/** Returns luminance and differences of colour (PS3.3 section C.7.6.3.1.2). */
function ybr(colour: Colour): Triple {
  const [r, g, b] = toBytes(colour)
  return [
    limited(0.299 * r + 0.587 * g + 0.114 * b),
    limited(-0.1687 * r - 0.3313 * g + 0.5 * b + 128),
    limited(0.5 * r - 0.4187 * g - 0.0813 * b + 128),
  ]
}

const bandOf = (pixel: number) => Math.floor((pixel / side / side) * bandCount)
const pixels = Array.from({ length: side * side }, (_, at) => at)

/** The bytes of one frame, by photometric interpretation and planar configuration. */
function colourBytes(photometric: string, isPlanar: boolean): Uint8Array<ArrayBuffer> {
  const triples = colours.map(photometric.startsWith('YBR') ? ybr : toBytes)
  const of = (pixel: number): Triple => triples[bandOf(pixel)] ?? [0, 0, 0]
  if (photometric === 'YBR_FULL_422')
    return Uint8Array.from(pixels.filter((at) => at % 2 === 0).flatMap((at) => [of(at)[0], of(at + 1)[0], of(at)[1], of(at)[2]]))
  if (!isPlanar) return Uint8Array.from(pixels.flatMap(of))
  return Uint8Array.from(([0, 1, 2] as const).flatMap((plane) => pixels.map((at) => of(at)[plane])))
}

/** Returns the tags of a colour image with three samples for each pixel. */
export function colourTags(photometric: string, { isPlanar = false, frames = 1 } = {}): Tags {
  const frame = colourBytes(photometric, isPlanar)
  const all = new Uint8Array(frame.length * frames)
  for (let at = 0; at < frames; at += 1) all.set(frame, at * frame.length)
  return {
    Rows: side,
    Columns: side,
    SamplesPerPixel: 3,
    PhotometricInterpretation: photometric,
    PlanarConfiguration: isPlanar ? 1 : 0,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    ...(frames > 1 && { NumberOfFrames: String(frames) }),
    _vrMap: { PixelData: 'OB' },
    PixelData: all.buffer,
  }
}
