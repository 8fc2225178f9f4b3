import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeSending, openStored } from '../../stored-files.ts'
import { describeAttachment, sendAttachment } from './attachment.ts'
import { wantedRange } from './byte-range.ts'

type StoredFile = { key: string; size: number; owner: string; fileName: string; contentType: string }

/** The content under a key never changes, so the key identifies it. Hashed, to keep the key private. */
const etagOf = (key: string) => `"${createHash('sha256').update(key).digest('base64url')}"`

/** Sends a stored file or the requested part of it. Runs `record` before it sends anything. */
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

/** Responds to HEAD for a stored file. */
export function describeStored(reply: FastifyReply, { key, size, fileName, contentType }: StoredFile): FastifyReply {
  reply.header('accept-ranges', 'bytes').header('etag', etagOf(key))
  return describeAttachment(reply, { fileName, contentType, size })
}
