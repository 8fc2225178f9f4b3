import { Readable } from 'node:stream'
import { reportDocumentEndpoints } from '@readroom/contracts/reports/report-documents'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { describeAttachment, sendAttachment } from '../../core/http/files/attachment.ts'
import { mount } from '../../core/http/mount.ts'
import { createReportDocumentService, type Described } from './report-documents.service.ts'

const send = (reply: FastifyReply, { bytes, ...file }: Described & { bytes: Buffer }) =>
  sendAttachment(reply, { ...file, size: bytes.length, stream: Readable.from([bytes]) })

export function reportDocumentRoutes(app: FastifyInstance, context: Context): void {
  const service = createReportDocumentService(context)

  mount(
    app,
    context,
    reportDocumentEndpoints.generate,
    async ({ actor, params, reply }) => send(reply, await service.generate(actor, params.studyId)),
    async ({ actor, params, reply }) => describeAttachment(reply, await service.look(actor, params.studyId)),
  )

  mount(app, context, reportDocumentEndpoints.launch, async ({ actor, params }) => service.launch(actor, params.studyId))

  mount(
    app,
    context,
    reportDocumentEndpoints.launched,
    async ({ params, reply }) => {
      const { actor, studyId } = await service.useLaunch(params.ticket)
      return send(reply, await service.generate(actor, studyId))
    },
    // Programs and link scanners send HEAD before the download. That must not use up the ticket.
    async ({ params, reply }) => {
      const { actor, studyId } = await service.peekLaunch(params.ticket)
      return describeAttachment(reply, await service.look(actor, studyId))
    },
  )
}
