import { exportEndpoints } from '@readroom/contracts/exports'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { sendAttachment } from '../../http/attachment.ts'
import { mount } from '../../http/mount.ts'
import { xlsxContentType } from '../../http/xlsx.ts'
import { createExportService } from './exports.service.ts'

export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { exportWorklist } = createExportService(context)

  mount(app, context, exportEndpoints.worklist, async ({ actor, query, reply }) => {
    const { stream, fileName } = await exportWorklist(actor, query)
    return sendAttachment(reply, { stream, fileName, contentType: xlsxContentType })
  })
}
