import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends a resource as FHIR's JSON. */
export const sendResource = (reply: FastifyReply, resource: object): FastifyReply =>
  reply.type('application/fhir+json; charset=utf-8').send(JSON.stringify(resource))

/** Sends a resource with its ETag, or 304 if the client has it by `If-None-Match`. Weak, as FHIR demands: another form of the same would have it too. */
export function sendUnlessKnown(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  resource: object,
): FastifyReply {
  const tag = `"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 27)}"`
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  reply.header('etag', `W/${tag}`).header('cache-control', 'no-cache, private')
  return known.includes(tag) || known.includes('*') ? reply.code(304).send() : sendResource(reply, resource)
}
