import type { FastifyInstance } from 'fastify'

/** One line per answer: who, which route, how long. The route's pattern, because a URL carries ids and tickets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, actor } = request
    const route = routeOptions.url ?? 'unknown'
    request.log.info(
      { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user: actor?.userId },
      'answered',
    )
  })
}
