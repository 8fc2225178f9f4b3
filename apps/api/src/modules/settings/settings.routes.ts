import { settingsEndpoints } from '@readroom/contracts/settings'
import type { FastifyInstance } from 'fastify'
import { watchArchiveViewer } from '../../archive-viewer/has-archive-viewer.ts'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const hasArchiveViewer = watchArchiveViewer(context)
  mount(app, context, settingsEndpoints.read, async () => ({
    clinicTimeZone: context.config.CLINIC_TIME_ZONE,
    supportEmail: context.config.SUPPORT_EMAIL ?? null,
    archiveViewer: await hasArchiveViewer(),
  }))
}
