import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import type { Db } from '@readroom/db/client'
import { findSessionEnd, findUsableSessions, type SessionRow, touchSession } from '@readroom/db/queries/sessions'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { addressOf } from './client.ts'

/** What the bearer token carries: the session and the token's own id. Everything else is read fresh. */
const TokenPayload = z.object({ sid: z.uuid(), jti: z.uuid() })
type TokenPayload = z.infer<typeof TokenPayload>

/** What says who is signed in. */
export type SessionContext = Pick<Context, 'db' | 'config' | 'settings'>

const limitsOf = ({ config, settings }: SessionContext) => ({
  idleMinutes: settings.now().idleMinutes,
  tokenMinutes: config.TOKEN_MINUTES,
})

/** A request that the page made by itself, which does not keep the session alive. */
const isBackground = (request: FastifyRequest): boolean => request.headers['x-readroom-background'] === '1'

/** The usable sessions among `ids`. */
export const findActors = (context: SessionContext, ids: readonly string[]): Promise<SessionRow[]> =>
  findUsableSessions(context.db, limitsOf(context), ids)

/** Nothing that they set up or change first is left to do. */
export const isAdmitted = ({ mustChangePassword, mustEnrol }: Actor): boolean => !mustChangePassword && !mustEnrol

/** The same, for what opens something by itself, a ticket or a cookie: of those alone who could ask for it now. */
export const findAdmitted = async (context: SessionContext, ids: readonly string[]): Promise<SessionRow[]> =>
  (await findActors(context, ids)).filter(isAdmitted)

/** The claims of the request's bearer token, where its signature is ours; otherwise null. How old it is the session says. */
export function readTokenClaims(request: FastifyRequest): TokenPayload | null {
  const { authorization } = request.headers
  if (!authorization?.startsWith('Bearer ')) return null
  try {
    return TokenPayload.parse(request.server.jwt.verify(authorization.slice('Bearer '.length), { ignoreExpiration: true }))
  } catch {
    return null
  }
}

/** Notes that the user is doing something. */
export async function keepAwake(db: Db, session: SessionRow): Promise<void> {
  if (session.isStale) await touchSession(db, session.sessionId)
}

/** The caller by bearer token, or null without a good one. */
export async function findBearer(context: SessionContext, request: FastifyRequest): Promise<SessionRow | null> {
  const claims = readTokenClaims(request)
  if (!claims) return null
  const [session] = await findActors(context, [claims.sid])
  if (!session?.tokenIds.includes(claims.jti)) return null
  if (!isBackground(request)) await keepAwake(context.db, session)
  return { ...session, address: addressOf(request) }
}

/** Why nobody is signed in by the request's token; the reason is told only to who has a token that we signed. */
export async function refuseBearer(context: SessionContext, request: FastifyRequest): Promise<never> {
  const claims = readTokenClaims(request)
  throw new AppError('NOT_AUTHENTICATED', {}, claims && (await findSessionEnd(context.db, claims.sid, limitsOf(context))))
}

/** The caller, who must be signed in. */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new AppError('NOT_AUTHENTICATED')
  return actor
}
