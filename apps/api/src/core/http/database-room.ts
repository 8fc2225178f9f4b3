import { isDatabaseFull } from '@readroom/db/core/client'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns true if the database was too full for a write a moment ago. */
    isDatabaseFull: () => boolean
  }
}

/** Longer than the interval between two probes. */
const MOMENT_MS = 15_000

/** Remembers writes that failed because the database is full. A query would not show this, because reads still work. */
export function noteDatabaseRoom(app: FastifyInstance): void {
  let refusedAt = Number.NEGATIVE_INFINITY
  app.decorate('isDatabaseFull', () => performance.now() - refusedAt < MOMENT_MS)
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDatabaseFull(error)) refusedAt = performance.now()
  })
}
