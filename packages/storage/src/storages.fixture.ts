import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Middleware } from 's3rver'
import { createStorage } from './create-storage.ts'
import type { ObjectStorage } from './object-storage.ts'

export type StorageUnderTest = { storage: ObjectStorage; dir: string; stop: () => Promise<void> }

const makeFolder = () => mkdtemp(join(tmpdir(), 'readroom-storage-'))

/** Paths of all files below the folder. */
export async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

export async function openLocal(): Promise<StorageUnderTest> {
  const dir = await makeFolder()
  return { storage: createStorage({ driver: 'local', dir }), dir, stop: () => rm(dir, { recursive: true }) }
}

export async function openS3rver(): Promise<StorageUnderTest> {
  const dir = await makeFolder()
  const bucket = 'readroom'
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: dir, configureBuckets: [{ name: bucket }] })
  server.middleware.unshift(abortUploads(dir))
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${port}`
  const storage = createStorage({ driver: 's3', bucket, region: 'us-east-1', endpoint, forcePathStyle: true, ...keys })
  const stop = async () => {
    await server.close()
    await rm(dir, { recursive: true })
  }
  return { storage, dir, stop }
}

/** AbortMultipartUpload, which s3rver lacks. */
function abortUploads(dir: string): Middleware {
  return async (context, next) => {
    if (context.method !== 'DELETE' || !context.query.uploadId) return next()
    for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (entry.name === context.query.uploadId) await rm(join(entry.parentPath, entry.name), { recursive: true })
    }
    context.status = 204
  }
}
