import type { Orthanc } from '@readroom/orthanc/client'
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

/** Passes one GET on to the archive and its answer back, and stops the archive's work when the browser goes away. */
export async function proxyToArchive(
  orthanc: Orthanc,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const answer = await orthanc.request(path, { headers: forwardedHeaders(request), signal: gone.signal })
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
