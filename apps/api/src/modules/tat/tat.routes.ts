import { tatEndpoints } from '@readroom/contracts/tat'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { describeAttachment, sendAttachment } from '../../http/attachment.ts'
import { mount } from '../../http/mount.ts'
import { xlsxContentType } from '../../spreadsheet/xlsx.ts'
import { createTatService } from './tat.service.ts'
import { createTatExport } from './tat-export.service.ts'

export function tatRoutes(app: FastifyInstance, context: Context): void {
  const { doctors, report, summary } = createTatService(context)
  const { describeExport, exportReport } = createTatExport(context)

  mount(app, context, tatEndpoints.doctors, async ({ actor, query }) => ({ doctors: await doctors(actor, query) }))
  mount(app, context, tatEndpoints.report, ({ actor, query }) => report(actor, query))
  mount(app, context, tatEndpoints.summary, async ({ actor, query }) => ({ summary: await summary(actor, query) }))
  mount(
    app,
    context,
    tatEndpoints.export,
    async ({ actor, query, reply }) => {
      const { stream, fileName } = await exportReport(actor, query)
      return sendAttachment(reply, { stream, fileName, contentType: xlsxContentType })
    },
    async ({ actor, query, reply }) => {
      const { fileName } = await describeExport(actor, query)
      return describeAttachment(reply, { fileName, contentType: xlsxContentType })
    },
  )
}
