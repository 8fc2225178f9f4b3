import type { Buffer } from 'node:buffer'
import { encodeWavelets, encodeWith } from './codecs.ts'
import {
  bandCount,
  type Colour,
  colours,
  colourTags,
  type Encode,
  grey,
  greyTags,
  sample,
  storageClass,
  type Tags,
} from './pictures.ts'

/** Values of the bands, as parts of the whole range. */
const parts = [0, 0.1, 0.3, 0.45, 0.55, 0.7, 0.9, 1]
const scaled = (max: number, min = 0) => parts.map((part) => Math.round(min + part * (max - min)))
const ramp = parts.map(grey)
const inverted = parts.map((part) => grey(1 - part))
const whole = { WindowCenter: '2048', WindowWidth: '4096' }
const twelve = greyTags([scaled(4095)], { allocated: 16, stored: 12 })
const eight = greyTags([scaled(255)], { allocated: 8 })

type Row = [name: string, tags: Tags, picture: readonly Colour[]]

const everySecondBand = Array.from({ length: bandCount }, (_, band) => band % 2)

/** Single bits of a bitmap with alternating bands. */
const bitmap = (): Tags => {
  const { PixelData: _pixels, ...tags } = greyTags([everySecondBand], { allocated: 8 })
  const bytes = Uint8Array.from({ length: 512 }, (_, at) => (Math.floor(at / 64) % 2 === 1 ? 0xff : 0))
  return { ...tags, BitsAllocated: 1, BitsStored: 1, HighBit: 0, PixelData: bytes.buffer }
}

const entries = (pick: (colour: Colour) => number) =>
  Uint16Array.from({ length: 256 }, (_, at) => pick(colours[at % bandCount] ?? [0, 0, 0]) * 65_535)
const palette = (): Tags => {
  const table = Object.fromEntries(
    (['Red', 'Green', 'Blue'] as const).flatMap((name, at) => [
      [`${name}PaletteColorLookupTableDescriptor`, [256, 0, 16]],
      [`${name}PaletteColorLookupTableData`, entries((colour) => colour[at] ?? 0).buffer],
    ]),
  )
  const tags = greyTags([Array.from({ length: bandCount }, (_, at) => at)], { allocated: 8 })
  const vrs = Object.fromEntries(
    ['Red', 'Green', 'Blue'].flatMap((name) => [
      [`${name}PaletteColorLookupTableDescriptor`, 'US'],
      [`${name}PaletteColorLookupTableData`, 'OW'],
    ]),
  )
  return { ...tags, PhotometricInterpretation: 'PALETTE COLOR', ...table, _vrMap: { PixelData: 'OB', ...vrs } }
}

const photometrics: Row[] = [
  ['MONOCHROME2, 8 bits', eight, ramp],
  ['MONOCHROME2, 12 bits in 16', { ...twelve, ...whole }, ramp],
  ['MONOCHROME2, 16 bits', greyTags([scaled(65_535)], { allocated: 16 }), ramp],
  [
    'MONOCHROME2, signed, with a rescale',
    {
      ...greyTags([scaled(1000, -1000)], { allocated: 16, isSigned: true }),
      RescaleSlope: '2',
      RescaleIntercept: '-24',
      WindowCenter: '-24',
      WindowWidth: '4000',
    },
    ramp,
  ],
  ['MONOCHROME2, 32 bits', greyTags([scaled(1_000_000)], { allocated: 32 }), ramp],
  ['MONOCHROME2, 1 bit', bitmap(), everySecondBand.map(grey)],
  ['MONOCHROME1', { ...twelve, ...whole, PhotometricInterpretation: 'MONOCHROME1' }, inverted],
  ['PALETTE COLOR', palette(), colours],
  ['RGB', colourTags('RGB'), colours],
  ['RGB in planes', colourTags('RGB', { isPlanar: true }), colours],
  ['YBR_FULL', colourTags('YBR_FULL'), colours],
  ['YBR_FULL in planes', colourTags('YBR_FULL', { isPlanar: true }), colours],
  ['YBR_FULL_422', colourTags('YBR_FULL_422'), colours],
]

const colour = colourTags('RGB')

async function wavelets(
  common: Tags,
  form: 'J2K' | 'HTJ2K',
  isReversible: boolean,
  tags: Tags,
  transferSyntax: string,
): Promise<Buffer> {
  const isColour = tags.SamplesPerPixel === 3
  const pixels = tags.PixelData instanceof ArrayBuffer ? new Uint8Array(tags.PixelData) : new Uint8Array()
  const frame = await encodeWavelets(form, pixels, {
    componentCount: isColour ? 3 : 1,
    bitsPerSample: Number(tags.BitsStored),
    isReversible,
  })
  const photometric = isColour ? { PhotometricInterpretation: isReversible ? 'YBR_RCT' : 'YBR_ICT' } : {}
  return sample(common, { ...tags, ...photometric, PixelData: [frame] }, transferSyntax)
}

const dcmtk =
  (program: Parameters<typeof encodeWith>[0], ...options: string[]): Encode =>
  (common, tags) =>
    encodeWith(program, options, sample(common, tags))
const jpeg2000 =
  (form: 'J2K' | 'HTJ2K', isReversible: boolean, last: string): Encode =>
  (common, tags) =>
    wavelets(common, form, isReversible, tags, `1.2.840.10008.1.2.4.${last}`)

const greys: [Tags, readonly Colour[]] = [{ ...twelve, ...whole }, ramp]
const greys8: [Tags, readonly Colour[]] = [eight, ramp]
const coloured: [Tags, readonly Colour[]] = [colour, colours]

const mpeg4: Encode = (common, tags) => sample(common, { ...tags, PixelData: [new ArrayBuffer(64)] }, '1.2.840.10008.1.2.4.102')

const transferSyntaxes: [name: string, encode: Encode, tags: Tags, picture: readonly Colour[]][] = [
  ['Implicit VR Little Endian', dcmtk('dcmconv', '+ti'), ...greys],
  ['Explicit VR Little Endian', sample, ...greys],
  ['Explicit VR Big Endian', dcmtk('dcmconv', '+tb'), ...greys],
  ['RLE Lossless', dcmtk('dcmcrle'), ...greys],
  ['RLE Lossless, colour', dcmtk('dcmcrle'), ...coloured],
  ['JPEG Baseline', dcmtk('dcmcjpeg', '+eb', '+un'), ...greys8],
  ['JPEG Baseline, colour', dcmtk('dcmcjpeg', '+eb', '+un'), ...coloured],
  ['JPEG Extended, 12 bits', dcmtk('dcmcjpeg', '+ee', '+un', '+q', '100'), ...greys],
  ['JPEG Lossless (process 14)', dcmtk('dcmcjpeg', '+el'), ...greys],
  ['JPEG Lossless, first-order prediction', dcmtk('dcmcjpeg', '+e1'), ...greys],
  ['JPEG Lossless, colour', dcmtk('dcmcjpeg', '+e1', '+cn'), ...coloured],
  ['JPEG-LS Lossless', dcmtk('dcmcjpls', '+el'), ...greys],
  ['JPEG-LS Near-lossless', dcmtk('dcmcjpls', '+en', '+un'), ...greys],
  ['JPEG-LS Lossless, colour', dcmtk('dcmcjpls', '+el'), ...coloured],
  ['JPEG 2000 Lossless', jpeg2000('J2K', true, '90'), ...greys],
  ['JPEG 2000 Lossless, colour', jpeg2000('J2K', true, '90'), ...coloured],
  ['JPEG 2000', jpeg2000('J2K', false, '91'), ...greys],
  ['MPEG-4 video', mpeg4, ...coloured],
  ['MPEG-4 video of an endoscope', mpeg4, { ...colour, SOPClassUID: storageClass('77.1.1.1'), Modality: 'ES' }, colours],
]

/** The archive does not know these, so a sender is told at once. */
const unknownSyntaxes: typeof transferSyntaxes = [
  ['High-Throughput JPEG 2000 Lossless', jpeg2000('HTJ2K', true, '201'), ...greys],
  ['High-Throughput JPEG 2000', jpeg2000('HTJ2K', false, '203'), ...greys],
  ['Deflated Explicit VR Little Endian', dcmtk('dcmconv', '+td'), ...greys],
]

export type ImageSample = { group: string; name: string; picture: readonly Colour[] | null; tags: Tags; encode: Encode }

const plain = (group: string, rows: readonly Row[]): ImageSample[] =>
  rows.map(([name, tags, picture]) => ({ group, name, tags, picture, encode: sample }))

const ofSyntaxes = (syntaxes: typeof transferSyntaxes): ImageSample[] =>
  syntaxes.map(([name, encode, tags, picture]) => ({ group: 'Transfer syntaxes', name, encode, tags, picture }))

export const imageSamples: ImageSample[] = [
  ...plain('Photometric interpretations', photometrics),
  ...ofSyntaxes(transferSyntaxes),
]

export const refusedSamples: ImageSample[] = ofSyntaxes(unknownSyntaxes)
