import { systemEndpoints } from '@readroom/contracts/system'
import { discardDamaged } from '@readroom/domain/damage'
import { dismissRefusal } from '@readroom/domain/refusals'
import { requestTestMail } from '@readroom/domain/test-mail'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { createSystemService } from './system.service.ts'
import { readState } from './system-state.ts'

export function systemRoutes(app: FastifyInstance, context: Context): void {
  const system = createSystemService(context)

  mount(app, context, systemEndpoints.intakeFailures, ({ query }) => system.failures(query))
  mount(app, context, systemEndpoints.retryIntake, async ({ actor, params }) => {
    await system.retry(actor, params.orthancId)
    return { message: 'The study is tried again now.' }
  })
  mount(app, context, systemEndpoints.discardDamaged, async ({ actor, params }) => {
    await context.db.transaction((tx) => discardDamaged(tx, actor, params.studyId))
    return { message: 'The damaged images are being removed. Please have them sent again.' }
  })
  mount(app, context, systemEndpoints.refusals, system.refusals)
  mount(app, context, systemEndpoints.dismissRefusal, async ({ actor, params }) => {
    await context.db.transaction((tx) => dismissRefusal(tx, actor, params.refusalId))
    return { message: 'The entry was taken off the list' }
  })
  mount(app, context, systemEndpoints.backup, async () => ({ backup: await system.backup() }))
  mount(app, context, systemEndpoints.state, async () => ({ state: await readState(context, app) }))
  mount(app, context, systemEndpoints.sendTestMail, async ({ actor }) => {
    await context.db.transaction((tx) => requestTestMail(tx, actor))
    return { message: `A mail is on its way to ${actor.email}` }
  })
  mount(app, context, systemEndpoints.archive, async () => ({ archive: await system.archive() }))
}
