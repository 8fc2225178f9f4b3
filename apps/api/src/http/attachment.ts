import { Readable } from 'node:stream'
import { attachment } from '@readroom/storage/attachment'
import type { FastifyReply } from 'fastify'

type Described = { fileName: string; contentType: string; size?: number | undefined }

/** Sends a stored file to be saved, never to be shown by the browser. */
export function sendAttachment(reply: FastifyReply, file: Described & { stream: Readable }): FastifyReply {
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply
    .header('content-disposition', attachment(file.fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .type(file.contentType)
    .send(file.stream)
}

/** What a HEAD gets of a file: the headers alone. */
export const describeAttachment = (reply: FastifyReply, file: Described): FastifyReply =>
  sendAttachment(reply, { ...file, stream: Readable.from([]) })
