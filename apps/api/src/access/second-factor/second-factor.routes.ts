import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { createSecondFactorService } from './second-factor.service.ts'

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const factors = createSecondFactorService(context)

  mount(app, context, secondFactorEndpoints.read, async ({ actor }) => ({ data: await factors.read(actor) }))
  mount(app, context, secondFactorEndpoints.beginAuthenticator, ({ actor, body }) => factors.beginAuthenticator(actor, body))
  mount(app, context, secondFactorEndpoints.confirmAuthenticator, async ({ actor, body }) => {
    const recoveryCodes = await factors.confirmAuthenticator(actor, body.code)
    return { message: 'The authenticator app is set up', recoveryCodes }
  })
  mount(app, context, secondFactorEndpoints.removeAuthenticator, async ({ actor, body }) => {
    await factors.removeAuthenticator(actor, body)
    return { message: 'The authenticator app was removed' }
  })
  mount(app, context, secondFactorEndpoints.makeRecoveryCodes, async ({ actor, body }) => {
    const recoveryCodes = await factors.makeRecoveryCodes(actor, body)
    return { message: 'Recovery codes created', recoveryCodes }
  })
  mount(app, context, secondFactorEndpoints.passkeyOptions, ({ actor, body }) => factors.passkeyOptions(actor, body))
  mount(app, context, secondFactorEndpoints.addPasskey, async ({ actor, body }) => {
    const recoveryCodes = await factors.addPasskey(actor, body)
    return { message: 'The passkey is set up', recoveryCodes }
  })
  mount(app, context, secondFactorEndpoints.removePasskey, async ({ actor, params, body }) => {
    await factors.removePasskey(actor, params.passkeyId, body)
    return { message: 'The passkey was removed' }
  })
}
