import { AppError } from '@readroom/contracts/core/errors'
import { findSessionEnd, findUsableSessions, type SessionRow, touchSession } from '@readroom/db/access/sessions'
import type { Actor } from '@readroom/db/core/actor'
import type { Db } from '@readroom/db/core/client'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { addressOf } from './client.ts'

/** The content of a bearer token: the session and the token's own id. Everything else is read for each request. */
const TokenPayload = z.object({ sid: z.uuid(), jti: z.uuid() })
type TokenPayload = z.infer<typeof TokenPayload>

/** The dependencies that identify the signed-in account. */
export type SessionContext = Pick<Context, 'db' | 'config' | 'settings'>

/** Returns the times after which sessions and tokens end. */
export const limitsOf = ({ config, settings }: SessionContext) => ({
  idleMinutes: settings.now().idleMinutes,
  tokenMinutes: config.TOKEN_MINUTES,
})

/** Returns true for a request that the page made by itself. It does not keep the session alive. */
const isBackground = (request: FastifyRequest): boolean => request.headers['x-readroom-background'] === '1'

/** Returns the usable sessions among `ids`. */
export const findActors = (context: SessionContext, ids: readonly string[]): Promise<SessionRow[]> =>
  findUsableSessions(context.db, limitsOf(context), ids)

/** Returns true if no password change or second-factor setup is pending. */
export const isAdmitted = ({ mustChangePassword, mustEnrol }: Actor): boolean => !mustChangePassword && !mustEnrol

/** Returns the usable sessions without pending setup. For tickets and cookies, which open things without another check. */
export const findAdmitted = async (context: SessionContext, ids: readonly string[]): Promise<SessionRow[]> =>
  (await findActors(context, ids)).filter(isAdmitted)

/** Returns the claims of the request's bearer token if we signed it, or null. The session decides whether the token is too old. */
export function readTokenClaims(request: FastifyRequest): TokenPayload | null {
  const { authorization } = request.headers
  if (!authorization?.startsWith('Bearer ')) return null
  try {
    return TokenPayload.parse(request.server.jwt.verify(authorization.slice('Bearer '.length), { ignoreExpiration: true }))
  } catch {
    return null
  }
}

/** Records user activity. */
export async function keepAwake(db: Db, session: SessionRow): Promise<void> {
  if (session.isStale) await touchSession(db, session.sessionId)
}

/** Returns the account of the bearer token, or null without a valid one. */
export async function findBearer(context: SessionContext, request: FastifyRequest): Promise<SessionRow | null> {
  const claims = readTokenClaims(request)
  if (!claims) return null
  const [session] = await findActors(context, [claims.sid])
  if (!session?.tokenIds.includes(claims.jti)) return null
  if (!isBackground(request)) await keepAwake(context.db, session)
  return { ...session, address: addressOf(request) }
}

/** Refuses the request's token. Only the holder of a token that we signed learns why. */
export async function refuseBearer(context: SessionContext, request: FastifyRequest): Promise<never> {
  const claims = readTokenClaims(request)
  throw new AppError('NOT_AUTHENTICATED', {}, claims && (await findSessionEnd(context.db, claims.sid, limitsOf(context))))
}

/** Returns the signed-in account. Throws NOT_AUTHENTICATED. */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new AppError('NOT_AUTHENTICATED')
  return actor
}
