import { assertionAlgorithms } from '@readroom/contracts/fhir/fhir-clients'
import { fhirEndpoints as endpoints } from '@readroom/contracts/fhir/fhir-resources'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { addressOf } from '../../core/http/client.ts'
import { toAppError } from '../../core/http/errors.ts'
import { mount } from '../../core/http/mount.ts'
import { knownScopes } from '../access-token.ts'
import { issueToken, tokenAddress } from './token.service.ts'

/** Serves the token endpoint of SMART backend services, and the document by which clients find it. Errors are those of OAuth. */
export function fhirTokenRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 32 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, message, retryAfter } = toAppError(error)
      if (status >= 500) request.log.error({ err: error }, 'request failed')
      const isForLater = status >= 500 || status === 429
      if (isForLater) reply.header('retry-after', retryAfter ?? 5)
      const name = isForLater ? 'temporarily_unavailable' : 'invalid_request'
      return reply.code(status).send({ error: name, error_description: message })
    })

    mount(scope, context, endpoints.token, async ({ body, request, reply }) => {
      const answer = await issueToken(context, { ...body, address: addressOf(request) })
      if ('error' in answer) reply.code(answer.error === 'invalid_client' ? 401 : 400)
      return reply.header('cache-control', 'no-store').send(answer)
    })
    mount(scope, context, endpoints.smartConfiguration, async ({ reply }) =>
      reply.send({
        token_endpoint: tokenAddress(context),
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
        scopes_supported: knownScopes,
        capabilities: ['client-confidential-asymmetric', 'permission-v2', 'smart-imaging-access'],
      }),
    )
  })
}
