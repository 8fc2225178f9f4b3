import type { SessionInfo } from '@readroom/contracts/access/sessions'
import { AppError } from '@readroom/contracts/core/errors'
import { listSessions } from '@readroom/db/access/sessions'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { revokeSessions } from '@readroom/domain/access/sessions'
import Bowser from 'bowser'
import type { Context } from '../../core/context.ts'

/** Returns browser and system of a `User-Agent` header. */
function deviceOf(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent === '' ? 'unknown' : userAgent)
  return `${browser.name || 'Unknown browser'} on ${os.name || 'unknown system'}`
}

export function createSessionService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  return {
    async list(actor: Actor): Promise<SessionInfo[]> {
      const rows = await listSessions(db, actor.userId, settings.now().idleMinutes)
      return rows.map(({ id, userAgent, address, createdAt, lastActiveAt }) => ({
        _id: id,
        device: deviceOf(userAgent),
        place: address,
        signedInAt: createdAt.toISOString(),
        lastUsedAt: lastActiveAt.toISOString(),
        isCurrent: id === actor.sessionId,
      }))
    },

    async end(actor: Actor, sessionId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await revokeSessions(tx, { userId: actor.userId, only: sessionId, reason: 'elsewhere' })
        if (ended === 0) throw new AppError('SESSION_NOT_FOUND')
        await audit(tx, actor, { action: 'session.ended', target: { type: 'session', id: sessionId } })
      })
    },

    async endOthers(actor: Actor): Promise<number> {
      return db.transaction(async (tx) => {
        const ended = await revokeSessions(tx, { userId: actor.userId, except: actor.sessionId, reason: 'elsewhere' })
        await audit(tx, actor, { action: 'sessions.ended', target: { type: 'user', id: actor.userId }, details: { ended } })
        return ended
      })
    },
  }
}
