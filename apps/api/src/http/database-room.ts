import { isDatabaseFull } from '@readroom/db/client'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The database had no room for what somebody wrote a moment ago. */
    isDatabaseFull: () => boolean
  }
}

/** Whoever looks after the system asks several times in this time. */
const MOMENT_MS = 15_000

/** Remembers writes that the database had no room for. It answers questions all the same, so that asking it would not tell. */
export function noteDatabaseRoom(app: FastifyInstance): void {
  let refusedAt = Number.NEGATIVE_INFINITY
  app.decorate('isDatabaseFull', () => performance.now() - refusedAt < MOMENT_MS)
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDatabaseFull(error)) refusedAt = performance.now()
  })
}
