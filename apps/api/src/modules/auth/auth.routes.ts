import { authEndpoints } from '@readroom/contracts/auth'
import { ticketSeconds } from '@readroom/db/queries/tickets'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { clientOf } from '../../http/client.ts'
import { mount } from '../../http/mount.ts'
import { readTokenClaims } from '../../http/session.ts'
import { createAuthService, type TokenClaims, toUser } from './auth.service.ts'
import { createPasswordChangeService } from './password-change.service.ts'
import { createTicketService } from './tickets.service.ts'

export function authRoutes(app: FastifyInstance, context: Context): void {
  const auth = createAuthService(context)
  const passwords = createPasswordChangeService(context)
  const tickets = createTicketService(context)
  const expiresIn = `${context.config.TOKEN_MINUTES}m`
  const sign = (claims: TokenClaims) => app.jwt.sign(claims, { expiresIn })

  mount(app, context, authEndpoints.login, async ({ body, request }) => {
    const { claims, user } = await auth.login(body, clientOf(request))
    return { user, token: sign(claims), expiresIn, message: 'Login successful' }
  })
  mount(app, context, authEndpoints.logout, async ({ request }) => {
    const claims = readTokenClaims(request, { ignoreExpiration: true })
    if (claims) await auth.logout(claims, request.ip)
    return { message: 'Logged out successfully' }
  })
  mount(app, context, authEndpoints.refresh, async ({ actor, request }) => {
    const claims = await auth.refresh(actor, readTokenClaims(request)?.jti ?? '')
    return { token: sign(claims), expiresIn }
  })
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
