import type { FastifyInstance } from 'fastify'
import { isProbe, routeOf } from './request-origin.ts'

/** Logs one line per answer, except to probes. It names the route's pattern, because a URL contains ids and tickets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (isProbe(request)) return
    const { method, actor } = request
    const route = routeOf(request)
    request.log.info(
      { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user: actor?.userId },
      'answered',
    )
  })
}
