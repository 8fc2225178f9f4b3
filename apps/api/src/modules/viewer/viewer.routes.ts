import { viewerEndpoints } from '@readroom/contracts/viewer'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { setViewerCookie } from '../../http/viewer-cookie.ts'
import { createViewerService } from './viewer.service.ts'

export function viewerRoutes(app: FastifyInstance, context: Context): void {
  const viewer = createViewerService(context)

  mount(app, context, viewerEndpoints.open, async ({ query, reply }) => {
    const { study, secret, expiresAt } = await viewer.open(query.ticket)
    setViewerCookie(reply, context.config, { studyId: study.id, secret, expiresAt })
    return reply.redirect(`/viewer-app/viewer?StudyInstanceUIDs=${encodeURIComponent(study.studyInstanceUid)}`)
  })
}
