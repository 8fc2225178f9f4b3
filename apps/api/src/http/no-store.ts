import type { FastifyInstance } from 'fastify'

/** What calls answer is about patients and stays in no cache, on disk or on the way, unless its handler says otherwise. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
