import { systemEndpoints } from '@readroom/contracts/operations/system'
import { requestTestMail } from '@readroom/domain/operations/test-mail'
import { discardDamaged } from '@readroom/domain/studies/damage'
import { dismissRefusal } from '@readroom/domain/studies/refusals'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { emailWords } from '../../core/email-words.ts'
import { mount } from '../../core/http/mount.ts'
import { readBackupState } from './backup-state.ts'
import { createSystemService } from './system.service.ts'
import { readState } from './system-state.ts'

export function systemRoutes(app: FastifyInstance, context: Context): void {
  const system = createSystemService(context)

  mount(app, context, systemEndpoints.intakeFailures, ({ query }) => system.failures(query))
  mount(app, context, systemEndpoints.retryIntake, async ({ actor, params }) => {
    await system.retry(actor, params.orthancId)
    return { message: 'The study is being retried.' }
  })
  mount(app, context, systemEndpoints.discardDamaged, async ({ actor, params }) => {
    await context.db.transaction((tx) => discardDamaged(tx, actor, params.studyId))
    return { message: 'The damaged images are being removed. Please send them again.' }
  })
  mount(app, context, systemEndpoints.refusals, system.refusals)
  mount(app, context, systemEndpoints.dismissRefusal, async ({ actor, params }) => {
    await context.db.transaction((tx) => dismissRefusal(tx, actor, params.refusalId))
    return { message: 'Entry removed from the list' }
  })
  mount(app, context, systemEndpoints.backup, async () => ({ backup: await readBackupState(context.db) }))
  mount(app, context, systemEndpoints.state, async () => ({ state: await readState(context, app) }))
  mount(app, context, systemEndpoints.intake, () => system.intake(context.settings.now().clinicTimeZone))
  mount(app, context, systemEndpoints.sendTestMail, async ({ actor }) => {
    await context.db.transaction((tx) => requestTestMail(tx, actor))
    return { message: emailWords(context.config, `An email is on its way to ${actor.email}`) }
  })
  mount(app, context, systemEndpoints.archive, async () => ({ archive: await system.archive() }))
}
