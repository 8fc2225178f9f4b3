import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { redrawPicture } from './pictures.ts'

const maxSide = 4_096
const small = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, check])
}

/** Returns a PNG that says it is so large, with these chunks before its pixels. */
function png(width: number, height: number, pixels: Buffer, before: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([signature, chunk('IHDR', header), ...before, chunk('IDAT', deflateSync(pixels)), end])
}

/** 64 MB of zeros in 64 kB. */
const zeros = Buffer.alloc(64 * 1024 * 1024)
const text = (type: string) => chunk(type, Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(zeros)]))
const profile = chunk('iCCP', Buffer.concat([Buffer.from('Profile\0\0', 'latin1'), deflateSync(zeros)]))

/** A JPEG with another size in its header. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await small().jpeg().toBuffer())
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(height, at + 5)
  jpeg.writeUInt16BE(width, at + 7)
  return jpeg
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image href="file:///etc/passwd"/></svg>'

/** Pictures that would take memory, files or time of ours. */
const bombs: Record<string, () => Promise<Buffer> | Buffer> = {
  'a PNG of 65,535 x 65,535': () => png(65_535, 65_535, zeros),
  'a PNG of 2,147,483,647 x 1': () => png(2_147_483_647, 1, zeros),
  'a PNG of 0 x 0': () => png(0, 0, zeros),
  'a PNG with more sides than pixels': () => png(4_000, 4_000, Buffer.alloc(10)),
  'a JPEG of 65,500 x 65,500': () => jpegOf(65_500, 65_500),
  'a JPEG of 8 x 0': () => jpegOf(8, 0),
  'a picture that is cut': async () => (await small().png().toBuffer()).subarray(0, 60),
  nothing: () => Buffer.alloc(0),
  'bytes that are none': () => Buffer.alloc(1_000, 0xff),
}

/** Pictures with something beside their pixels, which is left out. */
const laden: Record<string, () => Promise<Buffer> | Buffer> = {
  'a PNG with 64 MB of text': () => png(8, 8, Buffer.alloc(8 * 25), [text('zTXt')]),
  'a PNG with a colour profile of 64 MB': () => png(8, 8, Buffer.alloc(8 * 25), [profile]),
  'a PNG with 64 MB of pixels for 8 x 8': () => png(8, 8, zeros),
  'an SVG that names a file': () => Buffer.from(svg),
}

describe('pictures that somebody uploads', () => {
  it('pictures are drawn beside bombs, which are refused', async () => {
    const files = await Promise.all(Object.values(bombs).map((make) => make()))
    const good = await small().png().toBuffer()
    const drawn = await Promise.all([...files, good].map((bytes) => redrawPicture(bytes, 'image/png', maxSide)))
    expect(drawn.slice(0, -1)).toEqual(files.map(() => null))
    expect(drawn.at(-1)).toMatchObject({ width: 8, height: 8 })
  })

  it.each(Object.entries(laden))('%s becomes its pixels alone, or nothing', async (_what, make) => {
    const drawn = await redrawPicture(await make(), 'image/png', maxSide)
    expect(drawn?.bytes.length ?? 0).toBeLessThan(10_000)
    expect([null, 8]).toContain(drawn?.width ?? null)
  })
})
