import { type PixelHeader, pixelImage } from '@readroom/orthanc/testing/pixel-image'
import sharp from 'sharp'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDecoder, type DecoderLimits } from './decoder.ts'
import type { PictureTask, Result } from './tasks.ts'
import { deflatedFile } from './testing/damaged-files.ts'
import { picture, stored } from './testing/files.ts'

const decoder = createDecoder({ processes: 2 })
afterAll(() => decoder.close())

const grey: PixelHeader = {
  photometric: 'MONOCHROME2',
  samples: 1,
  rows: 2,
  columns: 2,
  allocated: 8,
  stored: 8,
  high: 7,
  representation: 0,
  pixels: Buffer.from([0, 51, 102, 255]),
}
const shorts = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const palette = [0, 1, 2].map(() => ({ descriptor: [256, 0, 16], bytes: 512 }))

const pixelsOf = async (header: PixelHeader, frame = 1) => {
  const result = await decoder.decode(stored(pixelImage(header)), { kind: 'pixels', frame })
  return result.kind === 'pixels' ? [...result.values] : []
}

async function drawn(file: Buffer, task: Partial<PictureTask> = {}): Promise<number[]> {
  const result = await decoder.decode(stored(file), { ...picture, ...task })
  const bytes = result.kind === 'picture' ? result.bytes : new Uint8Array()
  return [...(await sharp(bytes).removeAlpha().raw().toBuffer())]
}

/** Returns the first channel of each pixel. */
const greysOf = async (header: PixelHeader, task: Partial<PictureTask> = {}) =>
  (await drawn(pixelImage(header), task)).filter((_, index, all) => index % (all.length / 4) === 0)

describe('values of pixels', () => {
  it.each<[string, PixelHeader, number[]]>([
    ['bytes', grey, [0, 51, 102, 255]],
    [
      '12 bits in 16',
      { ...grey, allocated: 16, stored: 12, high: 11, pixels: shorts(0, 1, 0xf800, 0x0fff) },
      [0, 1, 0x800, 0xfff],
    ],
    [
      'the upper 12 bits',
      { ...grey, allocated: 16, stored: 12, high: 15, pixels: shorts(0, 0x10, 0x8000, 0xffff) },
      [0, 1, 0x800, 0xfff],
    ],
    [
      'signed values',
      { ...grey, allocated: 16, stored: 12, high: 11, representation: 1, pixels: shorts(0, 1, 0x800, 0xfff) },
      [0, 1, -2048, -1],
    ],
    ['signed bytes', { ...grey, representation: 1 }, [0, 51, 102, -1]],
    ['single bits', { ...grey, allocated: 1, stored: 1, high: 0, pixels: Buffer.from([0b1010]) }, [0, 1, 0, 1]],
    ['colors', { ...grey, photometric: 'RGB', samples: 3, rows: 1, pixels: Buffer.from([1, 2, 3, 4, 5, 6]) }, [1, 2, 3, 4, 5, 6]],
    [
      'planes',
      { ...grey, photometric: 'RGB', samples: 3, rows: 1, planar: 1, pixels: Buffer.from([1, 4, 2, 5, 3, 6]) },
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'luminance',
      { ...grey, photometric: 'YBR_FULL', samples: 3, rows: 1, pixels: Buffer.from([9, 128, 128, 76, 85, 255]) },
      [9, 9, 9, 254, 0, 0],
    ],
    [
      'pairs of luminance',
      { ...grey, photometric: 'YBR_FULL_422', samples: 3, rows: 1, pixels: Buffer.from([9, 8, 128, 128]) },
      [9, 9, 9, 8, 8, 8],
    ],
    [
      'a palette',
      { ...grey, photometric: 'PALETTE COLOR', rows: 1, palettes: palette, pixels: Buffer.from([0, 9]) },
      [0, 1, 2, 0, 1, 2],
    ],
    [
      'a segmented palette',
      {
        ...grey,
        photometric: 'PALETTE COLOR',
        rows: 1,
        palettes: palette,
        segments: [0, 1, 2].map((color) => shorts(0, 1, color << 8, 1, 255, 255 << 8)),
        pixels: Buffer.from([0, 255]),
      },
      [0, 1, 2, 255, 255, 255],
    ],
  ])('%s', async (_what, header, values) => {
    expect(await pixelsOf(header)).toEqual(values)
  })

  it('are those of the frame that is asked for', async () => {
    const two = { ...grey, frames: '2', pixels: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]) }
    expect(await pixelsOf(two, 2)).toEqual([5, 6, 7, 8])
    await expect(pixelsOf(two, 3)).rejects.toMatchObject({ refusal: { code: 'empty' } })
  })
})

describe('pictures', () => {
  it('show the window that is asked for, and the range of the frame if the file has none', async () => {
    expect(await greysOf({ ...grey, pixels: Buffer.from([100, 110, 120, 200]) })).toEqual([0, 26, 51, 255])
    expect(await greysOf(grey, { window: { center: 51.5, width: 103, shape: '' } })).toEqual([0, 128, 255, 255])
  })

  it('are inverse for MONOCHROME1', async () => {
    expect(await greysOf({ ...grey, photometric: 'MONOCHROME1' })).toEqual([255, 204, 153, 0])
  })

  it('are made smaller as asked', async () => {
    const result = await decoder.decode(stored(pixelImage({ ...grey, rows: 64, columns: 64, pixels: Buffer.alloc(4096) })), {
      ...picture,
      viewport: { width: 16, height: 32, part: null },
    })
    const size = await sharp(result.kind === 'picture' ? result.bytes : new Uint8Array()).metadata()
    expect([size.width, size.height]).toEqual([16, 16])
  })
})

/** Baseline JPEG of a million times its size, with a byte of fill that a simple reader takes for a marker. */
const hugeJpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xff, 0xc0, 0, 11, 8, 0xff, 0xdc, 0xff, 0xdc, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2,
])

describe('images that no scanner sends', () => {
  it.each<[string, PixelHeader, object]>([
    ['a huge image', { ...grey, rows: 65_535, columns: 65_535 }, { code: 'too-large' }],
    [
      'a JPEG that is larger than its header says',
      { ...grey, transferSyntax: '1.2.840.10008.1.2.4.50', pixels: [hugeJpeg] },
      { code: 'invalid' },
    ],
    ['too few pixels', { ...grey, rows: 3 }, { code: 'invalid', why: 'it has fewer pixels than its header says' }],
    ['an unknown compression', { ...grey, transferSyntax: '1.2.3.4' }, { code: 'invalid', why: 'its compression is not known' }],
    [
      'JPEG XL',
      { ...grey, transferSyntax: '1.2.840.10008.1.2.4.110', pixels: [Buffer.from([0xff, 0x0a])] },
      { code: 'invalid', why: 'it is JPEG XL, which is not drawn' },
    ],
    [
      'video',
      { ...grey, transferSyntax: '1.2.840.10008.1.2.4.102', pixels: [Buffer.alloc(8)] },
      { code: 'invalid', why: 'it is video, which is not drawn' },
    ],
    ['no pixels', { photometric: 'RGB' }, { code: 'empty' }],
  ])('%s is refused', async (_what, header, refusal) => {
    await expect(decoder.decode(stored(pixelImage(header)), picture)).rejects.toMatchObject({ refusal })
  })

  it('a palette of single bits, beside a whole one, is drawn', async () => {
    const file = pixelImage({ ...grey, photometric: 'PALETTE COLOR', stored: 1, high: 0, palettes: palette })
    expect(await drawn(file)).toHaveLength(12)
  })
})

describe('a process', () => {
  const begin = (limits: Partial<DecoderLimits>) => {
    const begun = createDecoder(limits)
    onTestFinished(() => begun.close())
    return begun
  }
  /** A file of less than a megabyte with 190 million pixels. */
  const large = deflatedFile(pixelImage({ ...grey, rows: 13_700, columns: 13_700, pixels: Buffer.alloc(13_700 ** 2) }))
  const small = stored(pixelImage(grey))
  const isPicture = (result: Result) => result.kind === 'picture'

  it('that takes too long is ended, and the next image is drawn', async () => {
    const hasty = begin({ processes: 1, patienceMs: 200 })
    await expect(hasty.decode(stored(large), picture)).rejects.toThrow('took too long')
    expect(isPicture(await hasty.decode(small, picture))).toBe(true)
  })

  it('that takes too much memory is ended, and the next image is drawn', async () => {
    const narrow = begin({ processes: 1, memoryKilobytes: 1_100_000 })
    await expect(narrow.decode(stored(large), picture)).rejects.toThrow(/process ended|cannot be decoded|too-large/)
    expect(isPicture(await narrow.decode(small, picture))).toBe(true)
  })

  it('that waits for a file leaves the other to others', async () => {
    const two = begin({ processes: 2 })
    const never = two.decode(() => new Promise(() => {}), picture)
    expect(isPicture(await two.decode(small, picture))).toBe(true)
    expect(never).toBeInstanceOf(Promise)
  })
})
