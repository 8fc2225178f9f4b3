import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeSending, openStored } from '../stored-files.ts'
import { describeAttachment, sendAttachment } from './attachment.ts'
import { wantedRange } from './byte-range.ts'

type StoredFile = { key: string; size: number; owner: string; fileName: string; contentType: string }

/** What stands under a key never changes, so the key tells one file from another; hashed, because it is nobody's business. */
const etagOf = (key: string) => `"${createHash('sha256').update(key).digest('base64url')}"`

/** Sends a stored file, or the part of it that is asked for. `record` is done before anything is sent. */
export async function sendStored(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  storage: ObjectStorage,
  { key, size, owner, ...named }: StoredFile,
  record: () => Promise<void>,
): Promise<FastifyReply> {
  const etag = etagOf(key)
  const range = wantedRange(request.headers, size, etag)
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('RANGE_NOT_SATISFIABLE')
  }
  const { stream, size: length } = await openStored(storage, owner, key, range ?? undefined)
  await beforeSending(stream, record)
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('accept-ranges', 'bytes').header('etag', etag)
  return sendAttachment(reply, { ...named, stream, size: length })
}

/** What a HEAD gets of a stored file. */
export function describeStored(reply: FastifyReply, { key, size, fileName, contentType }: StoredFile): FastifyReply {
  reply.header('accept-ranges', 'bytes').header('etag', etagOf(key))
  return describeAttachment(reply, { fileName, contentType, size })
}
