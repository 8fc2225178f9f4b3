import { Readable } from 'node:stream'
import { bulkDownloadEndpoints } from '@readroom/contracts/bulk-downloads'
import { downloadEndpoints } from '@readroom/contracts/downloads'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import type { StudyRow } from '@readroom/db/queries/studies'
import { readLinkTicket } from '@readroom/storage/link-ticket'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { sendAttachment } from '../../http/attachment.ts'
import { mount } from '../../http/mount.ts'
import { createBulkDownloadService } from './bulk.service.ts'
import { createDownloadService, zipContentType, zipFileName } from './downloads.service.ts'

export function downloadRoutes(app: FastifyInstance, context: Context): void {
  const { config, storage } = context
  const downloads = createDownloadService(context)
  const bulk = createBulkDownloadService(context)

  mount(app, context, downloadEndpoints.r2Direct, async ({ actor, params }) => ({
    message: 'ZIP file is ready',
    data: await downloads.link(actor, params.orthancStudyID),
  }))
  mount(app, context, downloadEndpoints.zipStatus, async ({ actor, params }) => downloads.status(actor, params.orthancStudyID))

  const sendZipOf = ({ orthancId }: StudyRow, reply: FastifyReply, zip: { stream: Readable; size?: number | undefined }) =>
    sendAttachment(reply, { ...zip, fileName: zipFileName(orthancId), contentType: zipContentType })

  async function sendZip(reply: FastifyReply, actor: Actor, study: StudyRow): Promise<FastifyReply> {
    const zip = await downloads.openZip(study)
    await downloads.recordTaken(actor, study)
    return sendZipOf(study, reply, zip)
  }

  mount(app, context, downloadEndpoints.direct, async ({ actor, params, reply }) =>
    sendZip(reply, actor, await downloads.findVisible(actor, params.orthancStudyID)),
  )
  mount(app, context, downloadEndpoints.launch, async ({ params, request, reply }) => {
    // Desktop programs and scanners of links ask before somebody fetches: that must not use the ticket up.
    if (request.method === 'HEAD') {
      const { study, size } = await downloads.peekLaunch(params.ticket)
      return sendZipOf(study, reply, { stream: Readable.from([]), size })
    }
    const { actor, study } = await downloads.useLaunch(params.ticket)
    return sendZip(reply, actor, study)
  })

  mount(app, context, bulkDownloadEndpoints.create, async ({ actor, body }) => bulk.create(actor, body.studyIds))
  mount(app, context, bulkDownloadEndpoints.status, async ({ actor, params }) => ({
    bulkZip: await bulk.read(actor, params.bulkZipId),
  }))

  mount(app, context, downloadEndpoints.file, async ({ params, reply }) => {
    const ticket = readLinkTicket(config.STORAGE_SECRET, params.ticket, new Date())
    if (!ticket) throw new AppError('LINK_EXPIRED')
    const { stream, size } = await storage.get(ticket.key)
    return sendAttachment(reply, { stream, size, fileName: ticket.fileName, contentType: ticket.contentType })
  })
}
