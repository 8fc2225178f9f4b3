import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { isProbe, routeOf } from './request-origin.ts'

/** In seconds. Lists answer within milliseconds, downloads take minutes. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Counts answers and their duration by route, and open sockets. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const answers = new Counter({
    name: 'readroom_http_requests_total',
    help: 'Responses by route pattern',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'readroom_http_request_duration_seconds',
    help: 'Time from request to end of response',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  new Gauge({
    name: 'readroom_sockets',
    help: 'Open WebSockets',
    registers,
    collect() {
      this.set(app.websocketServer.clients.size)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isProbe(request)) return
    const labels = { method: request.method, route: routeOf(request) }
    answers.inc({ ...labels, status: reply.statusCode })
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
}
