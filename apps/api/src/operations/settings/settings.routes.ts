import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { changeSettings, listSettings } from '@readroom/domain/core/settings'
import { previewSettings } from '@readroom/domain/operations/setting-effects'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { environmentSettings } from '../../core/current-settings.ts'
import { mount } from '../../core/http/mount.ts'
import { watchArchiveViewer } from '../../images/archive-viewer/has-archive-viewer.ts'

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const environment = environmentSettings(context.config)
  const hasArchiveViewer = watchArchiveViewer(context)
  mount(app, context, settingsEndpoints.read, async () => ({
    clinicTimeZone: context.settings.now().clinicTimeZone,
    supportEmail: context.settings.now().supportEmail,
    providerLabel: context.config.OIDC_ISSUER === undefined ? null : context.config.OIDC_BUTTON_LABEL,
    minPasswordLength: context.settings.now().minPasswordLength,
    keepsEmails: context.config.MAIL_DIR !== undefined,
    archiveViewer: await hasArchiveViewer(),
  }))
  mount(app, context, settingsEndpoints.list, async () => ({ data: await listSettings(context.db, environment) }))
  mount(app, context, settingsEndpoints.preview, async ({ body }) => ({
    data: await previewSettings(context.db, body, environment),
  }))
  mount(app, context, settingsEndpoints.change, async ({ actor, body }) => {
    await context.db.transaction((tx) => changeSettings(tx, actor, body, environment))
    await context.settings.refresh()
    return { data: await listSettings(context.db, environment) }
  })
}
