import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import type { Palette, PixelHeader } from './pixel-image.ts'

const native = '1.2.840.10008.1.2.1'
const jpeg = '1.2.840.10008.1.2.4'
const compressed = [
  '1.2.840.10008.1.2.5',
  `${jpeg}.50`,
  `${jpeg}.51`,
  `${jpeg}.57`,
  `${jpeg}.70`,
  `${jpeg}.80`,
  `${jpeg}.81`,
  `${jpeg}.90`,
  `${jpeg}.91`,
  `${jpeg}.100`,
  '1.2.3.4',
]

const greys = ['MONOCHROME2', 'MONOCHROME1', 'PALETTE COLOR']
const colors = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_PARTIAL_422', 'YBR_PARTIAL_420']

/** Beginnings of compressed frames that claim what their image does not, or nothing at all. */
const frameHeads = [
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0]),
  Buffer.from([0xff, 0xd8, 0xff, 0xf7, 0, 11, 16, 0, 16, 0, 16, 1, 1, 0x11, 0]),
  Buffer.from([0xff, 0x4f, 0xff, 0x51, 0, 41, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]),
  Buffer.from([2, 0, 0, 0, 64, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f]),
  Buffer.alloc(64),
]

const fragment = fc
  .tuple(fc.constantFrom(...frameHeads), fc.uint8Array({ maxLength: 120 }))
  .map(([head, rest]) => Buffer.concat([head, rest]))

/** Mostly what scanners write, sometimes what none does. */
const mostly = <T>(usual: T[], odd: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, { weight: 2, arbitrary: fc.constantFrom(...odd) })

const oddPalette: fc.Arbitrary<Palette> = fc.record({
  descriptor: fc.oneof(
    fc.tuple(mostly([256, 0, 16], [1, 4096, 65_535]), mostly([0], [1, 40_000]), mostly([8, 16], [0, 1, 12, 255])),
    fc.array(fc.constantFrom(0, 16, 256), { maxLength: 4 }),
  ),
  bytes: mostly([512, 256], [0, 2, 32, 1000, 40_000]),
})

const pixelsOf = (transferSyntax: string, length: number, fragments: Buffer[]) =>
  transferSyntax === native ? Buffer.alloc(length, 7) : fragments

const oddSyntax = fc.oneof(
  { weight: 3, arbitrary: fc.constant(native) },
  { weight: 1, arbitrary: fc.constantFrom(...compressed) },
)

/** Headers of small images whose values are drawn one by one: few fit together. */
export const oddImages: fc.Arbitrary<PixelHeader> = fc
  .record({
    header: fc.record({
      photometric: mostly<string | undefined>(
        ['MONOCHROME2', 'PALETTE COLOR', 'RGB'],
        [...greys, ...colors, 'HSV', 'NONE', '', undefined],
      ),
      samples: mostly([1, 3], [undefined, 0, 2, 4, 255, 65_535]),
      planar: mostly([undefined, 0], [1, 2, 65_535]),
      frames: mostly([undefined, '1'], ['0', '-1', '2', '1000', 'x', '1\\2', '']),
      rows: mostly([16], [undefined, 0, 1, 15, 1000]),
      columns: mostly([16], [undefined, 0, 1, 17, 1000]),
      allocated: mostly([8, 16], [undefined, 0, 1, 7, 12, 24, 32, 64, 255]),
      stored: mostly([8, 12, 16], [undefined, 0, 1, 7, 32, 255]),
      high: mostly([7, 11, 15], [undefined, 0, 8, 31, 255, 65_535]),
      representation: mostly([0], [undefined, 1, 2, 65_535]),
      palettes: fc.array(oddPalette, { maxLength: 3 }),
      transferSyntax: oddSyntax,
    }),
    length: mostly([512, 768, 256], [0, 2, 32, 511, 1024, 100_000]),
    fragments: fc.array(fragment, { maxLength: 3 }),
  })
  .map(({ header, length, fragments }) => ({ ...header, pixels: pixelsOf(header.transferSyntax, length, fragments) }))

const bits = [
  { allocated: 8, stored: 8, high: 7 },
  { allocated: 8 },
  { allocated: 8, stored: 3, high: 5 },
  { allocated: 16, stored: 12, high: 11 },
  { allocated: 16, stored: 12, high: 15 },
  { allocated: 16 },
  { allocated: 32, stored: 32, high: 31 },
  { allocated: 1, stored: 1, high: 0 },
]

const kinds = [
  ...greys.map((photometric) => ({ photometric, samples: 1 })),
  ...colors.map((photometric) => ({ photometric, samples: 3 })),
]

/** Headers of small images whose values nearly fit together, up to a few bytes, the palette or the compressed frames. */
export const nearlyRightImages: fc.Arbitrary<PixelHeader> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    planar: fc.constantFrom(undefined, 0, 1),
    frames: fc.constantFrom(undefined, '1', '2', '3'),
    rows: fc.constantFrom(1, 2, 15, 16, 17),
    columns: fc.constantFrom(1, 2, 15, 16, 17),
    depth: fc.constantFrom<Pick<PixelHeader, 'stored' | 'high'> & { allocated: number }>(...bits),
    representation: fc.constantFrom(undefined, 0, 1),
    palette: fc.tuple(fc.constantFrom(1, 16, 256, 4096), fc.constantFrom(0, 1, 300, 65_535), fc.constantFrom(8, 16)),
    missing: fc.constantFrom(0, 0, 0, 1, 2, 50),
    transferSyntax: oddSyntax,
    fragments: fc.array(fragment, { maxLength: 4 }),
  })
  .map(({ kind, depth, palette, missing, fragments, ...header }) => {
    const { rows, columns, frames = '1', transferSyntax } = header
    const samples = kind.photometric.endsWith('_422') ? 2 : kind.samples
    const whole = Math.ceil((rows * columns * Number(frames) * samples * depth.allocated) / 8)
    const table = { descriptor: palette, bytes: (palette[0] * palette[2]) / 8 }
    const palettes = kind.photometric === 'PALETTE COLOR' ? [table, table, table] : []
    return { ...kind, ...depth, ...header, palettes, pixels: pixelsOf(transferSyntax, Math.max(0, whole - missing), fragments) }
  })
