import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Hub } from '../realtime/hub.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the process receives a stop signal. */
    stopping: AbortController
    /** Returns true while log lines are being lost. */
    isLosingLog: () => boolean
    /** Rejects or hangs if live events do not arrive. */
    pingRedis: () => Promise<unknown>
    probeDecoder: () => Promise<'up' | 'down'>
  }
}

/** Closes connections that are open at a stop signal after their next answer. */
export function announceStop(app: FastifyInstance): void {
  const stopping = new AbortController()
  app.decorate('stopping', stopping)
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
  })
}

/** A browser that does not complete the close handshake within this time is gone. */
const goodbyeMs = 2_000

type Patience = {
  /** How long to keep serving while not ready. Proxies notice in the first half, open pages move in the second. */
  lameDuckSeconds: number
  /** How long to wait for running requests after that. */
  seconds: number
}

/**
 * Stops without cutting anyone off: turns readiness off, tells sockets to connect elsewhere, takes no new connections, and finishes running
 * requests. Returns false if that took longer than `seconds`; the rest is cut off then.
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
  // An answer that began before the stop could not announce the close. Its connection stays open.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const ended = app.close().then(() => true)
  const isClean = await Promise.race([ended, delay(seconds * 1000, false, { ref: false })])
  clearTimeout(goodbyes)
  clearInterval(idle)
  app.server.closeAllConnections()
  return isClean
}
