import { randomUUID } from 'node:crypto'
import { beginZip, publishZip, requestStudyZip } from '@readroom/domain/images/zips'
import type { TestApi } from './test-api.ts'

type Api = Pick<TestApi, 'db' | 'storage'>

/** Builds a requested ZIP as the worker does. Returns its object key. */
export async function buildZip({ db, storage }: Api, zipId: string, content = 'the ZIP'): Promise<string> {
  const objectKey = `zips/${randomUUID()}.zip`
  const { size } = await storage.put(objectKey, Buffer.from(content), { contentType: 'application/zip' })
  await db.transaction((tx) => beginZip(tx, { zipId, objectKey }))
  const expiresAt = new Date(Date.now() + 60_000)
  await db.transaction((tx) => publishZip(tx, { zipId, objectKey }, { sizeBytes: size, images: 14, expiresAt }))
  return objectKey
}

/** Requests and builds a study's ZIP. */
export async function buildStudyZip(api: Api, study: { id: string; generation: number }, content?: string) {
  const { zipId } = await api.db.transaction((tx) => requestStudyZip(tx, study))
  return { zipId, objectKey: await buildZip(api, zipId, content) }
}
