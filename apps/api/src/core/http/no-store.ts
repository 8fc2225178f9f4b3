import type { FastifyInstance } from 'fastify'

/** Keeps answers out of every cache, because they contain patient data. A handler can set another header. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
