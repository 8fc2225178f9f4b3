import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import type { Db } from '@readroom/db/client'
import { findUsableSessions, type SessionRow, touchSession } from '@readroom/db/queries/sessions'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { addressOf } from './client.ts'

/** What the bearer token carries: the session and the token's own id. Everything else is read fresh. */
const TokenPayload = z.object({ sid: z.uuid(), jti: z.uuid() })
type TokenPayload = z.infer<typeof TokenPayload>

/** Seconds between two writes of a session's last activity. */
const touchSeconds = 60

/** A request that the page made by itself, which does not keep the session alive. */
const isBackground = (request: FastifyRequest): boolean => request.headers['x-readroom-background'] === '1'

function isIdle(session: SessionRow, idleMinutes: number): boolean {
  return Date.now() - session.lastActiveAt.getTime() > idleMinutes * 60_000
}

/** The usable sessions among `ids` that are not idle. */
export async function findActors(db: Db, config: Pick<Config, 'IDLE_MINUTES'>, ids: readonly string[]): Promise<SessionRow[]> {
  const sessions = await findUsableSessions(db, ids)
  return sessions.filter((session) => !isIdle(session, config.IDLE_MINUTES))
}

function isCurrentToken(session: SessionRow, tokenId: string): boolean {
  if (session.tokenId === tokenId) return true
  return session.previousTokenId === tokenId && session.previousTokenUntil !== null && session.previousTokenUntil > new Date()
}

/** The claims of the request's bearer token, where its signature is ours and it has not expired; otherwise null. */
export function readTokenClaims(request: FastifyRequest, options: { ignoreExpiration?: boolean } = {}): TokenPayload | null {
  const { authorization } = request.headers
  if (!authorization?.startsWith('Bearer ')) return null
  try {
    return TokenPayload.parse(request.server.jwt.verify(authorization.slice('Bearer '.length), options))
  } catch {
    return null
  }
}

/** Notes that the user is doing something. */
export async function keepAwake(db: Db, session: SessionRow): Promise<void> {
  if (Date.now() - session.lastActiveAt.getTime() > touchSeconds * 1000) await touchSession(db, session.sessionId)
}

/** The caller by bearer token, or null without a good one. */
export async function findBearer(db: Db, config: Config, request: FastifyRequest): Promise<SessionRow | null> {
  const claims = readTokenClaims(request)
  if (!claims) return null
  const [session] = await findActors(db, config, [claims.sid])
  if (!session || !isCurrentToken(session, claims.jti)) return null
  if (!isBackground(request)) await keepAwake(db, session)
  return { ...session, address: addressOf(request) }
}

/** The caller, who must be signed in. */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new AppError('NOT_AUTHENTICATED')
  return actor
}
