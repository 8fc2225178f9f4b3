import { Readable } from 'node:stream'
import { type ReportTemplate, reportTemplateEndpoints } from '@readroom/contracts/reports/report-templates'
import { reportFileTypes } from '@readroom/contracts/reports/reports'
import type { TemplateRecord } from '@readroom/db/reports/report-templates'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { sendAttachment } from '../../core/http/files/attachment.ts'
import { readMultipart } from '../../core/http/files/multipart.ts'
import { mount } from '../../core/http/mount.ts'
import { createReportTemplateService } from './report-templates.service.ts'

const toTemplate = ({ template, labName, uploaderName }: TemplateRecord): ReportTemplate => ({
  _id: template.id,
  labId: template.labId,
  labName,
  modality: template.modality,
  fileName: template.fileName,
  size: template.sizeBytes,
  uploadedBy: uploaderName,
  uploadedAt: template.uploadedAt.toISOString(),
})

export function reportTemplateRoutes(app: FastifyInstance, context: Context): void {
  const templates = createReportTemplateService(context)

  mount(app, context, reportTemplateEndpoints.list, async () => ({ data: (await templates.list()).map(toTemplate) }))

  mount(app, context, reportTemplateEndpoints.upload, async ({ actor, request }) => {
    const { file, fields } = await readMultipart(request, reportTemplateEndpoints.upload)
    return { message: 'Template uploaded successfully', data: { _id: await templates.upload(actor, fields, file) } }
  })

  mount(app, context, reportTemplateEndpoints.preview, async ({ params, reply }) => {
    const { fileName, bytes } = await templates.preview(params.templateId)
    return sendAttachment(reply, {
      fileName,
      contentType: reportFileTypes.docx,
      size: bytes.length,
      stream: Readable.from([bytes]),
    })
  })

  mount(app, context, reportTemplateEndpoints.remove, async ({ actor, params }) => {
    await templates.remove(actor, params.templateId)
    return { message: 'Template deleted successfully' }
  })
}
