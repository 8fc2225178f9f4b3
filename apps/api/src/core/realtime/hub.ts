import { setTimeout as delay } from 'node:timers/promises'
import { type LiveEvent, restartCloseCode, type ServerMessage, sessionEndedCloseCode } from '@readroom/contracts/worklist/live'
import { findStudyAudience } from '@readroom/db/access/live-audience'
import type { Actor } from '@readroom/db/core/actor'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { findActors, isAdmitted, type SessionContext } from '../http/session.ts'
import { messageFor, messageOfGone, repeated } from './messages.ts'

/** The socket of a signed-in browser. */
export type Client = { socket: WebSocket; sessionId: string; subscribed: boolean }

export type Hub = {
  /** Returns true if the session may open another socket. */
  hasRoom(sessionId: string): boolean
  add(client: Client): void
  remove(client: Client): void
  /**
   * Sends the socket later events, and those of the last `missedMs` again. Only its first subscription repeats any: repeating takes time of all.
   * Returns false if events of that time are not known here.
   */
  subscribe(client: Client, missedMs: number): boolean
  /** Sends each socket its message about an event, if it may see one. Handles events in order of arrival. */
  deliver(event: LiveEvent): Promise<void>
  /** Takes note that events before now may not have arrived. All subscribed pages ask for everything again, spread over this time. */
  noteGap(withinMs: number): Promise<void>
  /** Tells all sockets to reconnect, spread over this time, so that they do not reach the other processes all at once. */
  sendElsewhere(withinMs: number): Promise<void>
}

export function send(client: Client, message: ServerMessage): void {
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(JSON.stringify(message))
}

const goodbye = (socket: WebSocket) => socket.close(restartCloseCode, 'server is stopping')

/** A page that missed more asks for everything: repeating takes time of all. */
export const mostRepeated = 100

/** A session's windows, with those whose connection was lost within the last minute. One that opens more holds up the events of all. */
export const socketsPerSession = 50

/** Number of recent events to remember. The relay repeats an event if it got no confirmation, and pages ask for those that they missed. */
const rememberedEvents = 1_000

/** Holds the sockets of this process. Reads sessions again for every event: an ended session's socket is closed with 4401 and gets nothing. */
export function createHub(context: SessionContext, log: Pick<FastifyBaseLogger, 'warn'>): Hub {
  const { db } = context
  const clients = new Set<Client>()
  const delivered = new Map<number, { event: LiveEvent; at: number }>()
  /** All events after this time are known. */
  let knownSince = performance.now()
  let queue: Promise<void> = Promise.resolve()

  function remember(event: LiveEvent): void {
    delivered.set(event.id, { event, at: performance.now() })
    const [oldest] = delivered.values()
    if (delivered.size <= rememberedEvents || oldest === undefined) return
    delivered.delete(oldest.event.id)
    knownSince = Math.max(knownSince, oldest.at)
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
    remember(event)
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

  /** Sends a socket the events since a time again. */
  async function repeat(client: Client, since: number): Promise<void> {
    const missed = [...delivered.values()].flatMap(({ event, at }) =>
      at < since || event.type === 'sessions.revoked' ? [] : [event],
    )
    if (missed.length === 0) return
    const [actor] = await findActors(context, [client.sessionId])
    if (!actor || !isAdmitted(actor)) return
    for (const event of missed) {
      const study = await findStudyAudience(db, event.studyId)
      const message = study ? messageFor(actor, study, event) : messageOfGone(actor, event)
      if (message) send(client, repeated(message))
    }
  }

  function inTurn(work: () => Promise<void>, event: LiveEvent['type'] | 'subscription'): Promise<void> {
    queue = queue
      .then(work)
      // A missed message only causes a delay: pages ask again on their own.
      .catch((error: unknown) => log.warn({ reason: String(error), event }, 'live event not delivered'))
    return queue
  }

  return {
    hasRoom: (sessionId) => [...clients].filter((client) => client.sessionId === sessionId).length < socketsPerSession,
    add: (client) => clients.add(client),
    remove: (client) => clients.delete(client),
    subscribe(client, missedMs) {
      if (client.subscribed) return true
      client.subscribed = true
      const since = performance.now() - missedMs
      const missed = [...delivered.values()].filter(({ at }) => at >= since).length
      if (missed > mostRepeated) return false
      if (missedMs > 0) void inTurn(() => repeat(client, since), 'subscription')
      return missedMs === 0 || since >= knownSince
    },
    deliver: (event) => inTurn(() => handle(event), event.type),
    async noteGap(withinMs) {
      knownSince = performance.now()
      const present = [...clients].filter(({ subscribed }) => subscribed)
      for (const client of present) {
        send(client, { type: 'subscribed_to_studies', at: new Date().toISOString(), mayHaveMissed: true })
        await delay(withinMs / present.length)
      }
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
