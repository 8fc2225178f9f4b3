import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parse } from 'content-disposition'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ObjectNotFound, type ObjectStorage, type StoredObject } from './object-storage.ts'
import { filesBelow, openLocal, openS3rver, type StorageUnderTest } from './storages.fixture.ts'

const zip = { contentType: 'application/zip' }
const MB = 1024 * 1024

/** `count` blocks of one mebibyte; calls `at` before each. */
function blocks(count: number, at: (index: number) => void = () => {}): Readable {
  const block = randomBytes(MB)
  return Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 1) {
        at(index)
        yield block
      }
    })(),
    { objectMode: false },
  )
}

async function all(storage: ObjectStorage, folder: string): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const object of storage.list(folder)) found.push(object)
  return found
}

async function download(storage: ObjectStorage, key: string): Promise<Buffer> {
  const { stream, size } = await storage.get(key)
  const content = await buffer(stream)
  expect(content.length).toBe(size)
  return content
}

describe.each([
  { name: 'local disk', open: openLocal },
  { name: 'S3', open: openS3rver },
])('$name', ({ name, open }) => {
  let under: StorageUnderTest
  let storage: ObjectStorage
  let keys = 0
  const newKey = () => `zips/${name.replace(' ', '-')}/${++keys}.zip`

  beforeAll(async () => {
    under = await open()
    storage = under.storage
  })
  afterAll(() => under.stop())

  test('gives back what was put, replaces it, and forgets it', async () => {
    const key = newKey()
    const first = randomBytes(100_000)
    expect(await storage.put(key, first, zip)).toEqual({ size: first.length })
    expect((await download(storage, key)).equals(first)).toBe(true)
    expect(await storage.head(key)).toEqual({ size: first.length })
    expect(await storage.put(key, Readable.from([Buffer.from('an'), Buffer.from('other')]), zip)).toEqual({ size: 7 })
    expect((await download(storage, key)).toString()).toBe('another')
    await storage.delete(key)
    expect(await storage.head(key)).toBeNull()
    await storage.delete(key)
  })

  test('keeps an empty object', async () => {
    const key = newKey()
    expect(await storage.put(key, Readable.from([], { objectMode: false }), zip)).toEqual({ size: 0 })
    expect(await storage.head(key)).toEqual({ size: 0 })
    expect((await download(storage, key)).length).toBe(0)
  })

  test('gives a part of an object', async () => {
    const key = newKey()
    await storage.put(key, Buffer.from('0123456789'), zip)
    const part = async (start: number, end?: number) => {
      const { stream, size } = await storage.get(key, end === undefined ? { start } : { start, end })
      return { text: (await buffer(stream)).toString(), size }
    }
    expect(await part(2, 4)).toEqual({ text: '234', size: 3 })
    expect(await part(7)).toEqual({ text: '789', size: 3 })
    expect(await part(8, 100)).toEqual({ text: '89', size: 2 })
    expect(await part(10)).toEqual({ text: '', size: 0 })
  })

  test('says that a missing object is missing', async () => {
    await expect(storage.get('zips/none.zip')).rejects.toThrow(ObjectNotFound)
    expect(await storage.head('zips/none.zip')).toBeNull()
  })

  test.each(['', '/etc/passwd', '../secret', 'a/../b', 'a//b', '.incoming/x', 'a\\b', 'a\0b', 'é', 'a/', `a/${'b'.repeat(500)}`])(
    'refuses %j as a key',
    async (key) => {
      await expect(storage.put(key, Buffer.from('x'), zip)).rejects.toThrow(TypeError)
      await expect(storage.get(key)).rejects.toThrow(TypeError)
      await expect(storage.delete(key)).rejects.toThrow(TypeError)
    },
  )

  test('streams a big object in bounded memory, both ways', async () => {
    const key = newKey()
    const idle = process.memoryUsage().rss
    let highest = 0
    const sample = () => {
      highest = Math.max(highest, process.memoryUsage().rss)
    }
    const count = 160
    const hash = createHash('sha256')
    const source = blocks(count, sample).on('data', (chunk) => hash.update(chunk))
    expect(await storage.put(key, source.pause(), zip)).toEqual({ size: count * MB })
    const back = createHash('sha256')
    for await (const chunk of (await storage.get(key)).stream) {
      back.update(chunk)
      sample()
    }
    expect(back.digest('hex')).toBe(hash.digest('hex'))
    expect((highest - idle) / MB).toBeLessThan(100)
    await storage.delete(key)
  })

  test.each([2, 40])('leaves nothing of a source that fails after %i MB', async (after) => {
    const key = newKey()
    const failing = blocks(after + 1, (index) => {
      if (index === after) throw new RangeError('the archive stopped')
    })
    const before = await filesBelow(under.dir)
    await expect(storage.put(key, failing, zip)).rejects.toThrow('the archive stopped')
    expect(await storage.head(key)).toBeNull()
    expect(await filesBelow(under.dir)).toEqual(before)
  })

  test('keeps the old object when its replacement fails', async () => {
    const key = newKey()
    await storage.put(key, Buffer.from('old'), zip)
    const failing = blocks(20, (index) => {
      if (index === 19) throw new RangeError('cut off')
    })
    await expect(storage.put(key, failing, zip)).rejects.toThrow('cut off')
    expect((await download(storage, key)).toString()).toBe('old')
  })

  test('lists the objects of a folder, and none that is still being written', async () => {
    const folder = `listed-${name.replace(' ', '-')}`
    const keys = ['a.zip', 'b.zip', 'deep/c.zip'].map((path) => `${folder}/${path}`)
    for (const key of keys) await storage.put(key, Buffer.from(key), zip)
    await storage.put(`${folder}-not/d.zip`, Buffer.from('of another folder'), zip)
    const unfinished = new PassThrough()
    const putting = storage.put(`${folder}/half.zip`, unfinished, zip)
    unfinished.write('half')
    const listed = await all(storage, folder)
    expect(listed.map(({ key }) => key).sort()).toEqual(keys)
    for (const { key, size, modifiedAt } of listed) {
      expect(size).toBe(key.length)
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
    }
    unfinished.end()
    await putting
    expect(await all(storage, 'never-used')).toEqual([])
  })
})

describe('links to S3', () => {
  let under: StorageUnderTest
  let keys = 0
  const newKey = () => `zips/link-${++keys}.zip`
  const link = async (key: string, expiresInSeconds: number) => (await under.storage.link?.(key, { expiresInSeconds })) ?? ''

  beforeAll(async () => {
    under = await openS3rver()
  })
  afterAll(() => under.stop())

  test.each([
    'Doe_Jane.zip',
    'a "quoted" \\ name.zip',
    'Ärzte 山田 ☃ 100%.zip',
    "O'Brien; x=y.zip",
    'a/../b\r\nX-Evil: 1.zip',
    '\ud800.zip',
  ])('save the file as %j, and do not say so', async (fileName) => {
    const key = newKey()
    await under.storage.put(key, Buffer.from('zip'), { ...zip, fileName })
    const url = await link(key, 60)
    expect(decodeURIComponent(url)).not.toContain(fileName.slice(0, -4))
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.has('x-evil')).toBe(false)
    const { type, parameters } = parse(answer.headers.get('content-disposition') ?? '')
    expect(type).toBe('attachment')
    expect(parameters.filename).toBe(fileName.replaceAll(/[/\\\r\n\ud800]/g, '_'))
    expect(await answer.text()).toBe('zip')
  })

  test('end', async () => {
    const key = newKey()
    await under.storage.put(key, Buffer.from('zip'), zip)
    const url = await link(key, 1)
    await expect.poll(async () => (await fetch(url)).ok, { interval: 100 }).toBe(false)
  })
})
