import { AppError } from '@readroom/contracts/errors'
import { type BrowserViewer, viewerEndpoints } from '@readroom/contracts/viewer'
import type { StudyRow } from '@readroom/db/queries/studies'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { viewerAddress } from '../../viewer/viewer-address.ts'
import { setViewerCookie } from '../../viewer/viewer-cookie.ts'
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
    // Scanners of links look before the browser comes: that must not use the ticket up.
    async ({ query, reply }) => {
      checkOffered(query.viewer)
      return reply.redirect(pages[query.viewer](await viewer.peek(query)))
    },
  )
}
