import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalDisk } from './local-disk.ts'
import { StorageDown } from './object-storage.ts'
import { filesBelow } from './storages.fixture.ts'

async function openFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-storage-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return { dir, open: () => openLocalDisk({ dir }) }
}

/** A put that never gets the rest of its source. */
async function startPut(dir: string, put: (body: PassThrough) => Promise<unknown>) {
  const body = new PassThrough()
  const before = await filesBelow(dir)
  const putting = put(body)
  putting.catch(() => {})
  body.write('half')
  await expect.poll(() => filesBelow(dir)).toHaveLength(before.length + 1)
  return { body, putting }
}

const zip = { contentType: 'application/zip' }

test('deleting an object takes along what was left half written of it, and of no other', async () => {
  const { dir, open } = await openFolder()
  const storage = open()
  const [mine, other] = [
    await startPut(dir, (body) => storage.put('zips/a', body, zip)),
    await startPut(dir, (body) => storage.put('zips/b', body, zip)),
  ]
  await storage.delete('zips/a')
  expect(await filesBelow(dir)).toHaveLength(1)
  mine.body.end()
  other.body.end()
  await expect(mine.putting).rejects.toThrow(StorageDown)
  await other.putting
  expect([await storage.head('zips/a'), await storage.head('zips/b')]).toEqual([null, { size: 4 }])
})

test('half-written files of yesterday are removed at start, those of now are not', async () => {
  const { dir, open } = await openFolder()
  const storage = open()
  const abandoned = await startPut(dir, (body) => storage.put('zips/old', body, zip))
  const [old = ''] = await filesBelow(dir)
  const current = await startPut(dir, (body) => storage.put('zips/new', body, zip))
  const yesterday = Date.now() / 1000 - 25 * 3600
  await utimes(old, yesterday, yesterday)
  open()
  await expect.poll(() => stat(old).catch(() => null)).toBeNull()
  current.body.end()
  await current.putting
  abandoned.body.destroy()
  expect(await storage.head('zips/new')).toEqual({ size: 4 })
})

test('what is stored is nobody else’s to read', async () => {
  const { dir, open } = await openFolder()
  await open().put('reports/1/a.pdf', Buffer.from('pdf'), { contentType: 'application/pdf' })
  const mode = async (path: string) => (await stat(join(dir, path))).mode & 0o077
  expect(await Promise.all(['reports', 'reports/1', 'reports/1/a.pdf'].map(mode))).toEqual([0, 0, 0])
})

test('a full disk is an outage of the storage, and nothing half stays', async ({ skip }) => {
  const { dir, open } = await openFolder()
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir])
  if (mount.status !== 0) return skip('needs the right to mount a small disk')
  try {
    const storage = open()
    await storage.put('reports/small', Buffer.alloc(1_000), zip)
    await expect(storage.put('reports/large', Buffer.alloc(4_000_000), zip)).rejects.toThrow(StorageDown)
    expect(await filesBelow(dir)).toEqual([join(dir, 'reports/small')])
    expect(await storage.head('reports/large')).toBeNull()
    await storage.put('reports/next', Buffer.alloc(1_000), zip)
  } finally {
    spawnSync('umount', [dir])
  }
})
