import { isWritingReport } from '@readroom/db/reading/report-drafts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import type { ImageReader } from '../flow/archive-slots.ts'
import { credentialsOf } from '../flow/image-flow.ts'
import type { GrantedTo } from './access.ts'

/** Returns who asks for images, for the sharing of the archive. */
export function imageReader(
  { db }: Pick<Context, 'db'>,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { actor, outsider }: GrantedTo,
): ImageReader {
  const sender = { address: request.ip, credentials: credentialsOf(request) }
  if (actor === null) return { ...sender, key: outsider, isOutsider: true, hasOpenReport: async () => false }
  const { sessionId } = actor
  return { ...sender, key: `session ${sessionId}`, isOutsider: false, hasOpenReport: () => isWritingReport(db, sessionId) }
}
