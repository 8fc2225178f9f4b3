import { setTimeout as delay } from 'node:timers/promises'
import { type LiveEvent, restartCloseCode, type ServerMessage, sessionEndedCloseCode } from '@readroom/contracts/live'
import type { Actor } from '@readroom/db/actor'
import { findStudyAudience } from '@readroom/db/queries/live-audience'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { findActors, isAdmitted, type SessionContext } from '../http/session.ts'
import { messageFor, messageOfGone } from './messages.ts'

/** A signed-in browser's socket. */
export type Client = { socket: WebSocket; sessionId: string; subscribed: boolean }

export type Hub = {
  add(client: Client): void
  remove(client: Client): void
  /** Sends what an event means to each socket that may hear it. Events are handled in the order they come. */
  deliver(event: LiveEvent): Promise<void>
  /** Tells every socket to connect again, one after the other over so long: not all of them meet the other processes at once. */
  sendElsewhere(withinMs: number): Promise<void>
}

export function send(client: Client, message: ServerMessage): void {
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(JSON.stringify(message))
}

const goodbye = (socket: WebSocket) => socket.close(restartCloseCode, 'server is stopping')

/** The last events that went out: the relay sends one again where it did not hear that it had arrived. */
const rememberedEvents = 1_000

/** The sockets of this process. Sessions are read again for every event: an ended one is closed with 4401 and hears nothing. */
export function createHub(context: SessionContext, log: Pick<FastifyBaseLogger, 'warn'>): Hub {
  const { db } = context
  const clients = new Set<Client>()
  const delivered = new Set<number>()
  let queue: Promise<void> = Promise.resolve()

  function remember(id: number): void {
    delivered.add(id)
    const [oldest] = delivered
    if (delivered.size > rememberedEvents && oldest !== undefined) delivered.delete(oldest)
  }

  async function usableClients(): Promise<{ client: Client; actor: Actor }[]> {
    // Those of now: who connects while the sessions are read was not asked about, and has not ended.
    const present = [...clients]
    const ids = [...new Set(present.map(({ sessionId }) => sessionId))]
    const actors = new Map((await findActors(context, ids)).map((actor) => [actor.sessionId, actor]))
    return present.flatMap((client) => {
      const actor = actors.get(client.sessionId)
      if (actor) return [{ client, actor }]
      client.socket.close(sessionEndedCloseCode, 'session ended')
      return []
    })
  }

  async function handle(event: LiveEvent): Promise<void> {
    if (delivered.has(event.id)) return
    if (clients.size > 0) await tell(event)
    remember(event.id)
  }

  async function tell(event: LiveEvent): Promise<void> {
    const usable = await usableClients()
    if (event.type === 'sessions.revoked') return
    const receivers = usable.filter(({ client, actor }) => client.subscribed && isAdmitted(actor))
    const study = await findStudyAudience(db, event.studyId)
    for (const { client, actor } of receivers) {
      const message = study ? messageFor(actor, study, event) : messageOfGone(actor, event)
      if (message) send(client, message)
    }
  }

  return {
    add: (client) => clients.add(client),
    remove: (client) => clients.delete(client),
    deliver: (event) => {
      queue = queue
        .then(() => handle(event))
        // A message missed costs a delay: pages ask again on their own.
        .catch((error: unknown) => log.warn({ reason: String(error), event: event.type }, 'live event not delivered'))
      return queue
    },
    async sendElsewhere(withinMs) {
      const present = [...clients]
      for (const { socket } of present) {
        await delay(withinMs / present.length)
        goodbye(socket)
      }
      // Those that came meanwhile.
      for (const { socket } of clients) goodbye(socket)
    },
  }
}
