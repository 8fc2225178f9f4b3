import { auditEndpoints } from '@readroom/contracts/operations/audit'
import { describeAuditCheck, startAuditCheck } from '@readroom/domain/operations/audit-check'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { describeAttachment, sendAttachment } from '../../core/http/files/attachment.ts'
import { mount } from '../../core/http/mount.ts'
import { xlsxContentType } from '../../core/spreadsheet/xlsx.ts'
import { createAuditService } from './audit.service.ts'

export function auditRoutes(app: FastifyInstance, context: Context): void {
  const log = createAuditService(context)

  mount(
    app,
    context,
    auditEndpoints.list,
    async ({ actor, query: { before, ...filters } }) => {
      if (before === undefined) await log.recordLook(actor, 'audit.viewed', filters)
      return log.list({ before, ...filters })
    },
    ({ query }) => log.list(query),
  )
  mount(
    app,
    context,
    auditEndpoints.export,
    async ({ actor, query, reply }) => {
      const { stream, fileName } = await log.exportLog(actor, query)
      return sendAttachment(reply, { stream, fileName, contentType: xlsxContentType })
    },
    async ({ query, reply }) => {
      const { fileName } = await log.describeExport(query)
      return describeAttachment(reply, { fileName, contentType: xlsxContentType })
    },
  )
  mount(app, context, auditEndpoints.check, async () => ({ check: await describeAuditCheck(context.db) }))
  mount(app, context, auditEndpoints.startCheck, async ({ actor }) => {
    await context.db.transaction((tx) => startAuditCheck(tx, actor))
    return { check: await describeAuditCheck(context.db) }
  })
}
