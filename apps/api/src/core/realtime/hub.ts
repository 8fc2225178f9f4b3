import { setTimeout as delay } from 'node:timers/promises'
import { type LiveEvent, restartCloseCode, type ServerMessage, sessionEndedCloseCode } from '@readroom/contracts/worklist/live'
import { findStudyAudience } from '@readroom/db/access/live-audience'
import type { Actor } from '@readroom/db/core/actor'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { findActors, isAdmitted, type SessionContext } from '../http/session.ts'
import { messageFor, messageOfGone } from './messages.ts'

/** The socket of a signed-in browser. */
export type Client = { socket: WebSocket; sessionId: string; subscribed: boolean }

export type Hub = {
  add(client: Client): void
  remove(client: Client): void
  /** Sends each socket its message about an event, if it may see one. Handles events in order of arrival. */
  deliver(event: LiveEvent): Promise<void>
  /** Tells all sockets to reconnect, spread over this time, so that they do not reach the other processes all at once. */
  sendElsewhere(withinMs: number): Promise<void>
}

export function send(client: Client, message: ServerMessage): void {
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(JSON.stringify(message))
}

const goodbye = (socket: WebSocket) => socket.close(restartCloseCode, 'server is stopping')

/** Number of recent event ids to remember. The relay repeats an event if it got no confirmation. */
const rememberedEvents = 1_000

/** Holds the sockets of this process. Reads sessions again for every event: an ended session's socket is closed with 4401 and gets nothing. */
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
    // A snapshot: a socket that connects while sessions are being read was not checked, so it must not be closed.
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
        // A missed message only causes a delay: pages ask again on their own.
        .catch((error: unknown) => log.warn({ reason: String(error), event: event.type }, 'live event not delivered'))
      return queue
    },
    async sendElsewhere(withinMs) {
      const present = [...clients]
      for (const { socket } of present) {
        await delay(withinMs / present.length)
        goodbye(socket)
      }
      // Sockets that connected meanwhile.
      for (const { socket } of clients) goodbye(socket)
    },
  }
}
