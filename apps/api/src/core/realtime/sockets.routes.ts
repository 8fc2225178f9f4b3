import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import { ClientMessage, liveEndpoints } from '@readroom/contracts/worklist/live'
import { useTicket } from '@readroom/db/access/tickets'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { checkAccess, routeSchema } from '../http/mount.ts'
import { findActors } from '../http/session.ts'
import { type Client, type Hub, send } from './hub.ts'

/** A socket that does not answer a ping within this time is closed. */
const heartbeatMs = 30_000

const Query = z.object({ token: z.string() })

/** Refuses pages of other sites. Browsers send the page's origin. */
function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw new AppError('FOREIGN_ORIGIN')
}

/** Admits a socket by its ticket, before the upgrade, so that a refusal is an HTTP answer. */
function admit(context: Context, endpoint: Endpoint, hub: Hub) {
  const { db, config } = context
  return async (request: FastifyRequest) => {
    checkOrigin(request, config.PUBLIC_URL)
    const query = Query.safeParse(request.query)
    const ticket = query.success ? await useTicket(db, query.data.token, 'ws') : null
    const [actor] = ticket ? await findActors(context, [ticket.sessionId]) : []
    request.actor = checkAccess(endpoint, actor ?? null)
    if (actor && !hub.hasRoom(actor.sessionId)) throw new AppError('BUSY')
  }
}

function answer(hub: Hub, client: Client, text: string): void {
  const message = ClientMessage.safeParse(parseJson(text))
  if (!message.success) return
  const { data } = message
  const at = new Date().toISOString()
  if (data.type === 'ping') {
    send(client, { type: 'pong', at })
    return
  }
  const isComplete = hub.subscribe(client, data.missedMs)
  send(client, { type: 'subscribed_to_studies', at, ...(!isComplete && { mayHaveMissed: true }) })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keepAlive(socket: WebSocket): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeatMs)
  return () => clearInterval(timer)
}

function serve(socket: WebSocket, request: FastifyRequest, hub: Hub): void {
  const { actor } = request
  if (!actor) {
    socket.terminate()
    return
  }
  const client: Client = { socket, sessionId: actor.sessionId, subscribed: false }
  const stopHeartbeat = keepAlive(socket)
  hub.add(client)
  socket.on('message', (data) => answer(hub, client, data.toString()))
  socket.on('close', () => {
    stopHeartbeat()
    hub.remove(client)
  })
  send(client, { type: 'connection_established', userInfo: { name: actor.fullName } })
}

/** Refuses upgrades elsewhere before they happen. After the upgrade the path would be logged with its ticket. */
export function refuseOtherUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.config.endpoint?.response !== 'websocket') throw new AppError('NOT_FOUND')
  })
}

export function socketRoutes(app: FastifyInstance, context: Context, hub: Hub): void {
  for (const endpoint of Object.values(liveEndpoints)) {
    app.route({
      method: 'GET',
      url: endpoint.path,
      schema: routeSchema(endpoint),
      config: { endpoint },
      onRequest: admit(context, endpoint, hub),
      // A HEAD would use up the ticket.
      exposeHeadRoute: false,
      handler: async () => {
        throw new AppError('BAD_REQUEST')
      },
      wsHandler: (socket, request) => serve(socket, request, hub),
    })
  }
}
