import { bulkDownloadEndpoints } from '@readroom/contracts/bulk-downloads'
import { downloadEndpoints } from '@readroom/contracts/downloads'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import type { StudyRow } from '@readroom/db/queries/studies'
import { readLinkTicket } from '@readroom/storage/link-ticket'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { describeAttachment, sendAttachment } from '../../http/attachment.ts'
import { mount } from '../../http/mount.ts'
import { createBulkDownloadService } from './bulk.service.ts'
import { createDownloadService, zipContentType, zipFileName } from './downloads.service.ts'

export function downloadRoutes(app: FastifyInstance, context: Context): void {
  const { config, storage } = context
  const downloads = createDownloadService(context)
  const bulk = createBulkDownloadService(context)

  const message = 'ZIP file is ready'
  mount(
    app,
    context,
    downloadEndpoints.r2Direct,
    async ({ actor, params }) => ({ message, data: await downloads.link(actor, params.orthancStudyID) }),
    async ({ actor, params }) => ({ message, data: await downloads.lookAtLink(actor, params.orthancStudyID) }),
  )
  mount(app, context, downloadEndpoints.zipStatus, async ({ actor, params }) => downloads.status(actor, params.orthancStudyID))

  const zipOf = ({ orthancId }: StudyRow) => ({ fileName: zipFileName(orthancId), contentType: zipContentType })

  async function sendZip(reply: FastifyReply, actor: Actor, study: StudyRow): Promise<FastifyReply> {
    const zip = await downloads.openZip(study)
    await downloads.recordTaken(actor, study)
    return sendAttachment(reply, { ...zip, ...zipOf(study) })
  }

  const describeZip = async (reply: FastifyReply, study: StudyRow) =>
    describeAttachment(reply, { ...zipOf(study), size: await downloads.sizeOfZip(study) })

  mount(
    app,
    context,
    downloadEndpoints.direct,
    async ({ actor, params, reply }) => sendZip(reply, actor, await downloads.findVisible(actor, params.orthancStudyID)),
    async ({ actor, params, reply }) => describeZip(reply, await downloads.findVisible(actor, params.orthancStudyID)),
  )
  mount(
    app,
    context,
    downloadEndpoints.launch,
    async ({ params, reply }) => {
      const { actor, study } = await downloads.useLaunch(params.ticket)
      return sendZip(reply, actor, study)
    },
    // Desktop programs and scanners of links ask before somebody fetches: that must not use the ticket up.
    async ({ params, reply }) => describeZip(reply, (await downloads.peekLaunch(params.ticket)).study),
  )

  mount(app, context, bulkDownloadEndpoints.create, async ({ actor, body }) => bulk.create(actor, body.studyIds))
  mount(
    app,
    context,
    bulkDownloadEndpoints.status,
    async ({ actor, params }) => ({ bulkZip: await bulk.read(actor, params.bulkZipId) }),
    async ({ actor, params }) => ({ bulkZip: await bulk.look(actor, params.bulkZipId) }),
  )

  mount(app, context, downloadEndpoints.file, async ({ params, reply }) => {
    const ticket = readLinkTicket(config.STORAGE_SECRET, params.ticket, new Date())
    if (!ticket) throw new AppError('LINK_EXPIRED')
    const { stream, size } = await storage.get(ticket.key)
    return sendAttachment(reply, { stream, size, fileName: ticket.fileName, contentType: ticket.contentType })
  })
}
