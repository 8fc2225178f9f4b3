import { authEndpoints } from '@readroom/contracts/access/auth'
import { signInEndpoints } from '@readroom/contracts/access/sign-in'
import { findSessionTimes } from '@readroom/db/access/sessions'
import { ticketSeconds } from '@readroom/db/access/tickets'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { addressOf, clientOf } from '../../core/http/client.ts'
import { mount } from '../../core/http/mount.ts'
import { readTokenClaims } from '../../core/http/session.ts'
import { createSeal } from '../security/seal.ts'
import { createAuthService } from './auth.service.ts'
import { createPasskeySignIn } from './passkey-sign-in.service.ts'
import { createPasswordChangeService } from './password-change.service.ts'
import { providerRoutes } from './provider.routes.ts'
import { createProviderSignIn } from './provider-sign-in.service.ts'
import { createSecondStep } from './second-step.service.ts'
import { createSignIn, type SignInOutcome, type TokenClaims, toUser } from './sign-in.service.ts'
import { createTicketService } from './tickets.service.ts'

export function authRoutes(app: FastifyInstance, context: Context): void {
  const signIn = createSignIn(context)
  const auth = createAuthService(context, signIn)
  const seal = createSeal(context.config)
  const secondStep = createSecondStep(context, signIn, seal)
  const provider = createProviderSignIn(context, signIn, seal)
  const passkeys = createPasskeySignIn(context, signIn)
  const passwords = createPasswordChangeService(context)
  const tickets = createTicketService(context)
  const expiresIn = `${context.config.TOKEN_MINUTES}m`
  const sign = (claims: TokenClaims) => app.jwt.sign(claims)

  const answerOf = (outcome: SignInOutcome) =>
    'claims' in outcome
      ? { user: outcome.user, token: sign(outcome.claims), expiresIn, message: 'Login successful' }
      : { ...outcome, expiresIn: outcome.secondStep.expiresIn, message: 'Second factor required' }

  mount(app, context, authEndpoints.login, async ({ body, request }) => answerOf(await auth.login(body, clientOf(request))))
  providerRoutes(app, context, provider, answerOf)
  mount(app, context, signInEndpoints.code, async ({ body, request }) =>
    answerOf(await secondStep.finishWithCode(body, clientOf(request))),
  )
  mount(app, context, signInEndpoints.passkeyOptions, ({ body, request }) => passkeys.options(body, clientOf(request)))
  mount(app, context, signInEndpoints.passkey, async ({ body, request }) =>
    answerOf(await passkeys.finish(body, clientOf(request))),
  )
  mount(app, context, authEndpoints.logout, async ({ request }) => {
    const claims = readTokenClaims(request)
    const providerSignOut = claims && (await provider.signOutUrl(claims.sid))
    if (claims) await auth.logout(claims, addressOf(request))
    return { message: 'Logged out successfully', ...(providerSignOut && { providerSignOut }) }
  })
  mount(app, context, authEndpoints.refresh, async ({ actor, request }) => {
    const claims = await auth.refresh(actor, readTokenClaims(request)?.jti ?? '')
    return { token: sign(claims), expiresIn }
  })
  mount(app, context, authEndpoints.session, ({ actor }) =>
    findSessionTimes(context.db, actor.sessionId, context.settings.now().idleMinutes),
  )
  mount(app, context, authEndpoints.profile, async ({ actor }) => ({ data: toUser(actor), message: 'Profile' }))
  mount(app, context, authEndpoints.changePassword, async ({ actor, body }) => {
    await passwords.changePassword(actor, body)
    return { message: 'Password changed successfully' }
  })
  mount(app, context, authEndpoints.createTicket, async ({ actor, body }) => {
    const ticket = await tickets.create(actor, body)
    return { ...ticket, expiresIn: `${ticketSeconds[body.purpose]}s` }
  })
}
