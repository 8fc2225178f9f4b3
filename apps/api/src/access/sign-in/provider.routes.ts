import { signInEndpoints } from '@readroom/contracts/access/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { clientOf } from '../../core/http/client.ts'
import { mount } from '../../core/http/mount.ts'
import type { createProviderSignIn } from './provider-sign-in.service.ts'
import type { SignInOutcome } from './sign-in.service.ts'

const cookie = 'readroom_provider'
const path = '/api/auth/provider'

type Answer = (outcome: SignInOutcome) => { expiresIn: string; message: string }

/** Leads to the OpenID provider and back. A cookie ties this to one browser, so that a link from someone else signs nobody in. */
export function providerRoutes(
  app: FastifyInstance,
  context: Context,
  provider: ReturnType<typeof createProviderSignIn>,
  answerOf: Answer,
): void {
  // Lax, because the provider redirects from another site.
  const kept = { path, httpOnly: true, sameSite: 'lax', secure: context.config.PUBLIC_URL.startsWith('https:') } as const
  const keep = (reply: FastifyReply, secret: string) => reply.setCookie(cookie, secret, kept)
  const secretOf = (request: FastifyRequest) => request.cookies[cookie] ?? ''
  const toLogin = (outcome: string) => `/login?provider=${outcome}`

  mount(
    app,
    context,
    signInEndpoints.providerStart,
    async ({ reply }) => {
      const { url, secret } = await provider.begin()
      return keep(reply, secret).redirect(url)
    },
    async ({ reply }) => {
      provider.check()
      return reply.redirect(toLogin('failed'))
    },
  )
  mount(
    app,
    context,
    signInEndpoints.providerReturn,
    async ({ request, reply }) => {
      const came = await provider.comeBack(secretOf(request), new URL(request.url, 'http://x').search, clientOf(request))
      return 'refusal' in came ? reply.redirect(toLogin(came.refusal)) : keep(reply, came.secret).redirect(toLogin('done'))
    },
    async ({ reply }) => {
      provider.check()
      return reply.redirect(toLogin('failed'))
    },
  )
  mount(app, context, signInEndpoints.providerFinish, async ({ request, reply }) => {
    const outcome = await provider.finish(secretOf(request), clientOf(request))
    reply.clearCookie(cookie, kept)
    return answerOf(outcome)
  })
}
