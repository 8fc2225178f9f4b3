import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { listenOn } from '../core/listen-on.ts'

/** The client that tests register for the portal. */
export const openidClient = { id: 'readroom', secret: 'a secret of the tests with the provider' }

export type OpenidPerson = { sub: string; email: string; email_verified: boolean; name: string; roles?: string[]; lab?: string }

/** A real OpenID provider for tests: the next user to sign in is set beforehand, without a form. It serves the portal that `trust` names. */
export async function startOpenidProvider() {
  const server = createServer()
  const { origin, stop } = await listenOn(server)
  const people = new Map<string, OpenidPerson>()
  let next = ''
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] }
  const providerFor = (portal: string) =>
    new Provider(origin, {
      clients: [
        {
          client_id: openidClient.id,
          client_secret: openidClient.secret,
          redirect_uris: [`${portal}/api/auth/provider/return`],
          post_logout_redirect_uris: [`${portal}/login`],
        },
      ],
      jwks,
      cookies: { keys: ['a key of the tests'] },
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles', 'lab'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
      loadExistingGrant: async (context) => {
        const accountId = context.oidc.session?.accountId
        const grant = new context.oidc.provider.Grant({
          clientId: openidClient.id,
          ...(accountId !== undefined && { accountId }),
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  const trust = (portal: string) => {
    const provider = providerFor(portal)
    const answer = provider.callback()
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        void provider.interactionFinished(request, response, { login: { accountId: next } })
      else void answer(request, response)
    })
  }
  const signInNext = (person: OpenidPerson) => {
    people.set(person.sub, person)
    next = person.sub
  }
  return { origin, stop, trust, signInNext }
}
