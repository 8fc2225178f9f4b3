import { signInEndpoints } from '@readroom/contracts/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { clientOf } from '../../http/client.ts'
import { mount } from '../../http/mount.ts'
import type { createProviderSignIn } from './provider-sign-in.service.ts'
import type { SignInOutcome } from './sign-in.service.ts'

const cookie = 'readroom_provider'
const path = '/api/auth/provider'

type Answer = (outcome: SignInOutcome) => { expiresIn: string; message: string }

/** The way to the OpenID provider and back. A cookie ties it to one browser: nobody is signed in by a link that somebody else sent. */
export function providerRoutes(
  app: FastifyInstance,
  context: Context,
  provider: ReturnType<typeof createProviderSignIn>,
  answerOf: Answer,
): void {
  // Lax: the provider leads back from another site.
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
