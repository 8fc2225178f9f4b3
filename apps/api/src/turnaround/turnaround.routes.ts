import { turnaroundEndpoints } from '@readroom/contracts/turnaround/turnaround-report'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { describeAttachment, sendAttachment } from '../core/http/files/attachment.ts'
import { mount } from '../core/http/mount.ts'
import { xlsxContentType } from '../core/spreadsheet/xlsx.ts'
import { createTurnaroundService } from './turnaround.service.ts'
import { createTurnaroundExport } from './turnaround-export.service.ts'

export function turnaroundRoutes(app: FastifyInstance, context: Context): void {
  const { doctors, report, summary } = createTurnaroundService(context)
  const { describeExport, exportReport } = createTurnaroundExport(context)

  mount(app, context, turnaroundEndpoints.doctors, async ({ actor, query }) => ({ doctors: await doctors(actor, query) }))
  mount(app, context, turnaroundEndpoints.report, ({ actor, query }) => report(actor, query))
  mount(app, context, turnaroundEndpoints.summary, async ({ actor, query }) => ({
    summary: await summary(actor, query),
    goalPercent: context.settings.now().turnaroundGoalPercent,
  }))
  mount(
    app,
    context,
    turnaroundEndpoints.export,
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
