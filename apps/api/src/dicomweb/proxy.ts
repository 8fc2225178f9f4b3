import type { Orthanc, RawAnswer } from '@readroom/orthanc/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { repairMetadata } from './metadata.ts'

/** Headers of the archive's answer that the browser needs. */
const passedHeaders = ['content-type', 'content-length', 'etag', 'last-modified']

/** The archive writes its own links into metadata: it is told the address that browsers use. */
function forwardedHeaders(request: FastifyRequest): Record<string, string> {
  const { accept } = request.headers
  return {
    accept: accept ?? 'application/dicom+json',
    forwarded: `host=${request.host};proto=${request.protocol}`,
  }
}

/** Asks the archive for what a request is about, and stops the archive's work when the browser goes away. */
export async function openFromArchive(
  orthanc: Orthanc,
  path: string,
  headers: Record<string, string>,
  reply: FastifyReply,
): Promise<RawAnswer> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return orthanc.request(path, { headers, signal: gone.signal })
}

/** Passes one GET on to the archive and its answer back. */
export async function proxyToArchive(
  orthanc: Orthanc,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await openFromArchive(orthanc, path, forwardedHeaders(request), reply)
  reply.status(answer.statusCode).header('cache-control', 'private, no-store')
  if (answer.statusCode === 200 && /\/metadata(\?|$)/.test(path)) {
    return reply.type('application/dicom+json').send(repairMetadata(await answer.body.text()))
  }
  for (const name of passedHeaders) {
    const value = answer.headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.send(answer.body)
}
