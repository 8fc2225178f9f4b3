import { downloadEndpoints } from '@readroom/contracts/images/downloads'
import { bulkDownloadEndpoints } from '@readroom/contracts/worklist/bulk-downloads'
import type { Actor } from '@readroom/db/core/actor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { describeAttachment, sendAttachment } from '../../core/http/files/attachment.ts'
import { describeStored, sendStored } from '../../core/http/files/send-stored.ts'
import { mount } from '../../core/http/mount.ts'
import { beforeSending } from '../../core/stored-files.ts'
import { createBulkDownloadService } from './bulk.service.ts'
import { createDownloadService } from './downloads.service.ts'
import { createDownloadTickets, recordTaken } from './tickets.service.ts'
import { createZipFiles, type ZipFile } from './zip-files.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Lifetime of a link to the storage itself. */
const linkSeconds = 15 * 60

export function downloadRoutes(app: FastifyInstance, context: Context): void {
  const { db, storage } = context
  const downloads = createDownloadService(context)
  const tickets = createDownloadTickets(context)
  const files = createZipFiles(context)
  const bulk = createBulkDownloadService(context, tickets)

  const message = 'ZIP file is ready'
  mount(
    app,
    context,
    downloadEndpoints.r2Direct,
    async ({ actor, params }) => ({ message, data: await downloads.link(actor, params.orthancStudyID) }),
    async ({ actor, params }) => ({ message, data: await downloads.lookAtLink(actor, params.orthancStudyID) }),
  )
  mount(app, context, downloadEndpoints.zipStatus, async ({ actor, params }) => downloads.status(actor, params.orthancStudyID))

  async function sendZip(exchange: Exchange, { stored, pack, ...file }: ZipFile, record: () => Promise<void>) {
    if (stored) return sendStored(exchange, storage, { ...file, ...stored, owner: 'download' }, record)
    const stream = await pack()
    await beforeSending(stream, record)
    return sendAttachment(exchange.reply, { ...file, stream })
  }

  const describeZip = (reply: FastifyReply, { stored, pack: _pack, ...file }: ZipFile) =>
    stored ? describeStored(reply, { ...file, ...stored, owner: 'download' }) : describeAttachment(reply, file)

  const recordFor =
    (actor: Actor, { studies }: ZipFile) =>
    () =>
      db.transaction((tx) => recordTaken(tx, actor, studies))

  mount(
    app,
    context,
    downloadEndpoints.direct,
    async ({ actor, params, ...exchange }) => {
      const file = await files.ofStudy(await downloads.findReadable(actor, params.orthancStudyID))
      return sendZip(exchange, file, recordFor(actor, file))
    },
    async ({ actor, params, reply }) =>
      describeZip(reply, await files.ofStudy(await downloads.findReadable(actor, params.orthancStudyID))),
  )
  mount(
    app,
    context,
    downloadEndpoints.launch,
    async ({ params, ...exchange }) => {
      const { actor, file } = await tickets.useLaunch(params.ticket)
      return sendZip(exchange, file, recordFor(actor, file))
    },
    // Desktop programs and link scanners send HEAD before the download. That must not use up the ticket.
    async ({ params, reply }) => describeZip(reply, (await tickets.peekLaunch(params.ticket)).file),
  )

  mount(app, context, bulkDownloadEndpoints.create, async ({ actor, body }) => bulk.create(actor, body.studyIds))
  mount(
    app,
    context,
    bulkDownloadEndpoints.status,
    async ({ actor, params }) => ({ bulkZip: await bulk.read(actor, params.bulkZipId) }),
    async ({ actor, params }) => ({ bulkZip: await bulk.look(actor, params.bulkZipId) }),
  )

  mount(
    app,
    context,
    downloadEndpoints.file,
    async ({ params, ...exchange }) => {
      const allowed = await tickets.find(params.ticket)
      const record = () => tickets.recordFirst(params.ticket, allowed)
      const { stored } = allowed.file
      if (!stored || !storage.link) return sendZip(exchange, allowed.file, record)
      await record()
      return exchange.reply.redirect(await storage.link(stored.key, { expiresInSeconds: linkSeconds }))
    },
    async ({ params, reply }) => describeZip(reply, (await tickets.find(params.ticket)).file),
  )
}
