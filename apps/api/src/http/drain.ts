import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Hub } from '../realtime/hub.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the process is told to stop. */
    stopping: AbortController
    /** Log lines do not arrive at this moment. */
    isLosingLog: () => boolean
    /** Rejects, or does not end, where live events do not come. */
    pingRedis: () => Promise<unknown>
  }
}

/** Connections that are open when the process is told to stop end with the answer that is on its way. */
export function announceStop(app: FastifyInstance): void {
  const stopping = new AbortController()
  app.decorate('stopping', stopping)
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
  })
}

/** A browser that answers no goodbye within this time is gone. */
const goodbyeMs = 2_000

type Patience = {
  /** How long it serves on while it says that it is not ready: proxies notice in the first half, open pages move away in the second. */
  lameDuckSeconds: number
  /** How long what runs is finished after that. */
  seconds: number
}

/**
 * Stops serving without cutting anybody off: readiness goes off, sockets are told to connect elsewhere, no connection is taken any more, and what
 * runs is finished. Answers false where that took longer than `seconds`; what still runs is cut off then.
 */
export async function drain(
  app: FastifyInstance,
  hub: Pick<Hub, 'sendElsewhere'>,
  { lameDuckSeconds, seconds }: Patience,
): Promise<boolean> {
  app.stopping.abort()
  await delay(lameDuckSeconds * 500)
  await hub.sendElsewhere(lameDuckSeconds * 500)
  const goodbyes = setTimeout(() => {
    for (const socket of app.websocketServer.clients) socket.terminate()
  }, goodbyeMs)
  // Answers that began before say nothing of closing, and leave their connection open behind them.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const ended = app.close().then(() => true)
  const isClean = await Promise.race([ended, delay(seconds * 1000, false, { ref: false })])
  clearTimeout(goodbyes)
  clearInterval(idle)
  app.server.closeAllConnections()
  return isClean
}
