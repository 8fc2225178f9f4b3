import type { BrowserViewer } from '@readroom/contracts/access/auth'
import { AppError } from '@readroom/contracts/core/errors'
import { viewerEndpoints } from '@readroom/contracts/images/viewer'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { FastifyInstance } from 'fastify'
import { viewerAddress } from '../../access/viewer-access/viewer-address.ts'
import { setViewerCookie } from '../../access/viewer-access/viewer-cookie.ts'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { createViewerService } from './viewer.service.ts'

type Shown = { study: StudyRow; prior: StudyRow | null }

const pages: Record<BrowserViewer, (shown: Shown) => string> = {
  ohif: ({ study, prior }) => viewerAddress(study.studyInstanceUid, prior?.studyInstanceUid),
  archive: ({ study }) => `/archive-viewer/${study.id}`,
}

export function viewerRoutes(app: FastifyInstance, context: Context): void {
  const viewer = createViewerService(context)

  function checkOffered(kind: BrowserViewer): void {
    if (kind === 'archive' && context.config.ARCHIVE_VIEWER === 'off') throw new AppError('NOT_FOUND')
  }

  mount(
    app,
    context,
    viewerEndpoints.open,
    async ({ query, reply }) => {
      checkOffered(query.viewer)
      const { secret, expiresAt, ...shown } = await viewer.open(query)
      setViewerCookie(reply, context.config, { studyId: shown.study.id, secret, expiresAt, viewer: query.viewer })
      return reply.redirect(pages[query.viewer](shown))
    },
    // Link scanners send HEAD before the browser opens the link. That must not use up the ticket.
    async ({ query, reply }) => {
      checkOffered(query.viewer)
      return reply.redirect(pages[query.viewer](await viewer.peek(query)))
    },
  )
}
