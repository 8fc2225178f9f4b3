import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { requestIdPattern } from '@readroom/contracts/origin'
import { onBehalfOf } from '@readroom/process/origin'
import { openRequestSpan } from '@readroom/process/traces'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    span: ReturnType<typeof openRequestSpan> | null
  }
}

/** The caller's own name for its request, where it can stand in a log; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
}

/** The pattern of the route: an address carries ids and tickets. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'

/** Whoever asks every few seconds whether we live. */
const probes = ['/healthz', '/readyz']
export const isProbe = (request: FastifyRequest): boolean => probes.includes(routeOf(request))

const enter = (request: FastifyRequest, work: () => void) =>
  onBehalfOf(request.id, () => (request.span ? request.span.within(work) : work()))

/** What a request brings about, now and later, is known as its own: by its id, and in its trace. */
export function followRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!isProbe(request)) {
      const { traceparent } = request.headers
      const parent = typeof traceparent === 'string' ? { traceparent } : {}
      const attributes = { 'http.request.method': request.method, 'http.route': routeOf(request) }
      request.span = openRequestSpan(`${request.method} ${routeOf(request)}`, parent, attributes)
    }
    enter(request, done)
  })
  // Parsing a body goes on where its bytes arrive, which is nobody's behalf.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done))
  app.addHook('onResponse', async (request, reply) => request.span?.end(reply.statusCode))
}
