import fastifySwagger from '@fastify/swagger'
import apiReference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Serves the OpenAPI document and its page at /api/docs, from the endpoint table's schemas. Register it before the routes. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      info: {
        title: 'Readroom',
        version: '1',
        description: 'Radiology study management: worklists, assignment, reports, images.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (scope) => {
    // The page uses inline scripts and styles. It shows public text and has no session.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
      )
    })
    await scope.register(apiReference, {
      routePrefix: '/api/docs',
      configuration: { pageTitle: 'Readroom API', withDefaultFonts: false, telemetry: false },
    })
  })
}
