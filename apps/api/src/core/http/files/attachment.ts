import { Readable } from 'node:stream'
import { attachment } from '@readroom/storage/attachment'
import type { FastifyReply } from 'fastify'

type Described = { fileName: string; contentType: string; size?: number | undefined }

/** Sends a stored file as a download. The browser must never display it. */
export function sendAttachment(reply: FastifyReply, file: Described & { stream: Readable }): FastifyReply {
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply
    .header('content-disposition', attachment(file.fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .type(file.contentType)
    .send(file.stream)
}

/** Responds to HEAD for a file with the headers alone. */
export const describeAttachment = (reply: FastifyReply, file: Described): FastifyReply =>
  sendAttachment(reply, { ...file, stream: Readable.from([]) })
