import { exportEndpoints } from '@readroom/contracts/worklist/exports'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { describeAttachment, sendAttachment } from '../../core/http/files/attachment.ts'
import { mount } from '../../core/http/mount.ts'
import { xlsxContentType } from '../../core/spreadsheet/xlsx.ts'
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
