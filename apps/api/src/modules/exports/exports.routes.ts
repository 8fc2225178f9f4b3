import { exportEndpoints } from '@readroom/contracts/exports'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { describeAttachment, sendAttachment } from '../../http/attachment.ts'
import { mount } from '../../http/mount.ts'
import { xlsxContentType } from '../../spreadsheet/xlsx.ts'
import { createExportService } from './exports.service.ts'

export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { exportWorklist, describeExport } = createExportService(context)

  mount(
    app,
    context,
    exportEndpoints.worklist,
    async ({ actor, query, reply }) => {
      const { stream, fileName } = await exportWorklist(actor, query)
      return sendAttachment(reply, { stream, fileName, contentType: xlsxContentType })
    },
    async ({ actor, query, reply }) => {
      const { fileName } = await describeExport(actor, query)
      return describeAttachment(reply, { fileName, contentType: xlsxContentType })
    },
  )
}
