import type { FastifyInstance } from 'fastify'
import { isProbe, routeOf } from './request-origin.ts'

/** One line per answer, but for those to probes: who, which route, how long. The route's pattern, because a URL carries ids and tickets. */
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
