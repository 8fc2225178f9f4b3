import { isWritingReport } from '@readroom/db/reading/report-drafts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import type { ImageReader } from '../flow/archive-slots.ts'
import type { GrantedTo } from './access.ts'

/** Returns who asks for images, for the sharing of the archive. */
export function imageReader({ db }: Pick<Context, 'db'>, { ip }: Pick<FastifyRequest, 'ip'>, granted: GrantedTo): ImageReader {
  const { actor, outsider } = granted
  if (actor === null) return { key: outsider, address: ip, isOutsider: true, hasOpenReport: async () => false }
  const { sessionId } = actor
  return { key: `session ${sessionId}`, address: ip, isOutsider: false, hasOpenReport: () => isWritingReport(db, sessionId) }
}
