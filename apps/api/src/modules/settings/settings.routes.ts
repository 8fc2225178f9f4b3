import { settingsEndpoints } from '@readroom/contracts/settings'
import { changeSettings, listSettings } from '@readroom/domain/settings'
import type { FastifyInstance } from 'fastify'
import { watchArchiveViewer } from '../../archive-viewer/has-archive-viewer.ts'
import type { Context } from '../../context.ts'
import { environmentSettings } from '../../current-settings.ts'
import { mount } from '../../http/mount.ts'

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const environment = environmentSettings(context.config)
  const hasArchiveViewer = watchArchiveViewer(context)
  mount(app, context, settingsEndpoints.read, async () => ({
    clinicTimeZone: context.settings.now().clinicTimeZone,
    supportEmail: context.settings.now().supportEmail,
    providerLabel: context.config.OIDC_ISSUER === undefined ? null : context.config.OIDC_BUTTON_LABEL,
    minPasswordLength: context.settings.now().minPasswordLength,
    archiveViewer: await hasArchiveViewer(),
  }))
  mount(app, context, settingsEndpoints.list, async () => ({ data: await listSettings(context.db, environment) }))
  mount(app, context, settingsEndpoints.change, async ({ actor, body }) => {
    await context.db.transaction((tx) => changeSettings(tx, actor, body, environment))
    await context.settings.refresh()
    return { data: await listSettings(context.db, environment) }
  })
}
