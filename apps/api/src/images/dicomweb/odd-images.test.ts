import { type PixelHeader, pixelImage } from '@readroom/orthanc/testing/pixel-image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, newUids, startGateway } from './gateway.fixture.ts'

const palette = { descriptor: [256, 0, 16], bytes: 512 }
const grey: PixelHeader = {
  photometric: 'MONOCHROME2',
  samples: 1,
  rows: 16,
  columns: 16,
  allocated: 8,
  stored: 8,
  high: 7,
  representation: 0,
  pixels: Buffer.alloc(256, 7),
}
const hugeJpeg = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0, 0])
const colors: PixelHeader = { ...grey, photometric: 'PALETTE COLOR', palettes: [palette, palette, palette] }

describe('images that contradict themselves', () => {
  let gateway: Gateway

  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  async function store(header: PixelHeader): Promise<string> {
    const uids = newUids()
    const { uid, seriesUid, sopUid } = uids
    const image = pixelImage(header, { studyInstanceUid: uid, seriesInstanceUid: seriesUid, sopInstanceUid: sopUid })
    return (await gateway.store(image, uids)).path
  }

  const draw = async (header: PixelHeader) => gateway.outcome(`${await store(header)}/rendered`)

  it.each<[string, PixelHeader]>([
    ['a grey image', grey],
    ['a grey image of 12 bits in 16', { ...grey, allocated: 16, stored: 12, high: 11, pixels: Buffer.alloc(512) }],
    ['an image with a palette', colors],
    ['a color image', { ...grey, photometric: 'RGB', samples: 3, planar: 0, pixels: Buffer.alloc(768) }],
    ['a color image by planes', { ...grey, photometric: 'RGB', samples: 3, planar: 1, pixels: Buffer.alloc(768) }],
    ['an image of two frames', { ...grey, frames: '2', pixels: Buffer.alloc(512) }],
  ])('draws %s', async (_what, header) => {
    expect(await draw(header)).toBe('200')
  })

  it.each<[string, PixelHeader, string]>([
    ['a palette image without palettes', { ...colors, palettes: [] }, 'its color palette is not complete'],
    ['a palette image with one palette', { ...colors, palettes: [palette] }, 'its color palette is not complete'],
    [
      'a short palette',
      { ...colors, palettes: [palette, palette, { ...palette, bytes: 32 }] },
      'its color palette is not complete',
    ],
    ['no samples per pixel', { ...grey, samples: 0 }, 'its samples per pixel do not fit its color space'],
    ['two samples per pixel', { ...grey, samples: 2 }, 'its samples per pixel do not fit its color space'],
    ['255 samples per pixel', { ...grey, photometric: 'RGB', samples: 255 }, 'its samples per pixel do not fit its color space'],
    ['an unknown color space', { ...grey, photometric: 'HSV' }, 'its color space is not known'],
    ['no bits', { ...grey, allocated: 0 }, 'its bits allocated do not fit its color space'],
    ['fewer pixels than it says', { ...grey, rows: 17 }, 'it has fewer pixels than its header says'],
    ['a high bit below its bits', { ...grey, stored: 3, high: 1 }, 'its high bit does not fit its bits stored'],
    ['JPEG without a frame', { ...grey, transferSyntax: '1.2.840.10008.1.2.4.50', pixels: [] }, 'its pixels are missing'],
    [
      'a JPEG of another size',
      { ...grey, transferSyntax: '1.2.840.10008.1.2.4.50', pixels: [hugeJpeg] },
      'its pixels cannot be decoded',
    ],
    ['an unknown compression', { ...grey, transferSyntax: '1.2.3.4' }, 'its compression is not known'],
  ])('refuses %s and says why', async (_what, header, why) => {
    const path = await store(header)
    for (const drawn of [`${path}/rendered`, `${path}/thumbnail`, `${path}/frames/1/rendered`]) {
      const answer = await gateway.get(drawn)
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { success: false, code: 'IMAGE_INVALID', message: `An image of this series cannot be shown because ${why}.` },
      ])
    }
    expect(await gateway.outcome(`${path}/metadata`)).toBe('200')
  })
})
