import { systemEndpoints } from '@readroom/contracts/system'
import { discardDamaged } from '@readroom/domain/damage'
import { dismissRefusal } from '@readroom/domain/refusals'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { createSystemService } from './system.service.ts'

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
  mount(app, context, systemEndpoints.archive, async () => ({ archive: await system.archive() }))
}
