import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { requestIdPattern } from '@readroom/contracts/core/origin'
import { onBehalfOf } from '@readroom/process/origin'
import { openRequestSpan } from '@readroom/process/traces'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    span: ReturnType<typeof openRequestSpan> | null
  }
}

/** Returns the client's request id if it is safe to log, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
}

/** Returns the route's pattern, because an address contains ids and tickets. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'

/** Health checks, which come every few seconds. */
const probes = ['/healthz', '/readyz']
export const isProbe = (request: FastifyRequest): boolean => probes.includes(routeOf(request))

const enter = (request: FastifyRequest, work: () => void) =>
  onBehalfOf(request.id, () => (request.span ? request.span.within(work) : work()))

/** Ties all work that a request causes, now or later, to its id and its trace. */
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
  // A body is parsed when its bytes arrive, outside the request's context, so it is entered again.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done))
  app.addHook('onResponse', async (request, reply) => request.span?.end(reply.statusCode))
}
