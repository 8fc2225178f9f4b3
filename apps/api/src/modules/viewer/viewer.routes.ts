import { viewerEndpoints } from '@readroom/contracts/viewer'
import type { StudyRow } from '@readroom/db/queries/studies'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { setViewerCookie } from '../../http/viewer-cookie.ts'
import { createViewerService } from './viewer.service.ts'

export function viewerRoutes(app: FastifyInstance, context: Context): void {
  const viewer = createViewerService(context)

  mount(app, context, viewerEndpoints.open, async ({ query, request, reply }) => {
    const leadTo = ({ studyInstanceUid }: StudyRow) =>
      reply.redirect(`/viewer-app/viewer?StudyInstanceUIDs=${encodeURIComponent(studyInstanceUid)}`)
    // Scanners of links look before the browser comes: that must not use the ticket up.
    if (request.method === 'HEAD') return leadTo((await viewer.peek(query.ticket)).study)
    const { study, secret, expiresAt } = await viewer.open(query.ticket)
    setViewerCookie(reply, context.config, { studyId: study.id, secret, expiresAt })
    return leadTo(study)
  })
}
