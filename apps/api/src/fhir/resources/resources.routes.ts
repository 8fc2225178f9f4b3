import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import {
  type FhirResourceType,
  type FhirSearch,
  fhirEndpoints,
  fhirEndpointsOf,
  fhirResourceTypes,
} from '@readroom/contracts/fhir/fhir-resources'
import { recordFhirRead } from '@readroom/domain/fhir/fhir-reads'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Context } from '../../core/context.ts'
import { toAppError } from '../../core/http/errors.ts'
import { type FhirCaller, mount } from '../../core/http/mount.ts'
import type { ArchiveCare } from '../../images/dicomweb/archive-care.ts'
import { decodePosition } from '../../orders/orders/study-cursor.ts'
import { findFhirCaller, requireClient } from '../access-token.ts'
import { fhirBase } from '../fhir-address.ts'
import { fhirImageRoutes } from '../images/study-images.ts'
import { binaryRoutes } from './binary.ts'
import { capabilityStatement } from './capability-statement.ts'
import { createServiceRequestRoutes } from './create-service-request.ts'
import { operationOutcome } from './operation-outcome.ts'
import { searchBundle } from './search/bundle.ts'
import { readChanged } from './search/search-changed.ts'
import { readTokens } from './search/search-token.ts'
import type { Found, Search } from './search/searcher.ts'
import { searchers } from './search/searchers.ts'
import { sendResource } from './send-resource.ts'

/** Says which element is at fault, and why. */
const faultOf = (fault?: { instancePath: string; message?: string | undefined }): string | null =>
  [fault?.instancePath.split('/').slice(1).join('.'), fault?.message].filter(Boolean).join(': ') || null

/** Sends every error as an OperationOutcome. A refused parameter is named. */
function sendOutcome(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toAppError(error)
  if (answer.status >= 500) request.log.error({ err: error, code: answer.code }, 'request failed')
  const why = hasZodFastifySchemaValidationErrors(error) ? faultOf(error.validation[0]) : null
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer')
  if (answer.status === 503) reply.header('retry-after', answer.retryAfter ?? 5)
  void sendResource(reply.code(answer.status), operationOutcome(answer, why))
}

/** Returns the parameters of a search as statements need them. Throws BAD_REQUEST for a position that no list issued. */
const toSearch = ({ _id, _lastUpdated, identifier, patient, related, _cursor, _count }: FhirSearch): Search => ({
  id: _id,
  changed: _lastUpdated && readChanged(_lastUpdated),
  identifiers: identifier === undefined ? undefined : readTokens(identifier),
  patient,
  related,
  after: _cursor === undefined ? undefined : decodePosition(_cursor),
  limit: _count,
})

function resourceRoutes(app: FastifyInstance, context: Context, type: FhirResourceType): void {
  const { db, config } = context
  const base = fhirBase(config)
  const endpoints = fhirEndpointsOf(type)

  const find = (client: FhirCaller, search: Search): Promise<Found[]> =>
    searchers[type]({ db, labId: client.labId, base }, search)
  const record = (client: FhirCaller, interaction: 'read' | 'search', parameters: string[], found: readonly Found[]) => {
    const shown = found.flatMap(({ resource, record }) => (resource ? { id: resource.id, ...(record && { record }) } : []))
    return db.transaction((tx) => recordFhirRead(tx, client, { resource: type, interaction, parameters, found: shown }))
  }

  async function search(client: FhirCaller, query: FhirSearch) {
    const asked = toSearch(query)
    const rows = await find(client, { ...asked, limit: asked.limit + 1 })
    const found = rows.slice(0, asked.limit)
    return { found, next: rows.length > asked.limit ? found.at(-1) : undefined }
  }
  async function read(client: FhirCaller, id: string) {
    const [found] = await find(client, { id, limit: 1 })
    if (!found?.resource) throw new AppError('RESOURCE_NOT_FOUND')
    return { found, resource: found.resource }
  }

  mount(
    app,
    context,
    endpoints.search,
    async ({ request, query, reply }) => {
      const client = requireClient(request, type)
      const page = await search(client, query)
      await record(client, 'search', Object.keys(query), page.found)
      return sendResource(reply, searchBundle({ base, type, search: query, ...page }))
    },
    async ({ request, query, reply }) => {
      const page = await search(requireClient(request, type), query)
      return sendResource(reply, searchBundle({ base, type, search: query, ...page }))
    },
  )
  mount(
    app,
    context,
    endpoints.read,
    async ({ request, params, reply }) => {
      const client = requireClient(request, type)
      const { found, resource } = await read(client, params.id)
      await record(client, 'read', [], [found])
      return sendResource(reply, resource)
    },
    async ({ request, params, reply }) => sendResource(reply, (await read(requireClient(request, type), params.id)).resource),
  )
}

/** Serves FHIR R4 resources to the clients of laboratories. */
export function fhirRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  app.register(async (scope) => {
    scope.setErrorHandler(sendOutcome)
    scope.addHook('onRequest', async (request) => {
      const endpoint: Endpoint | undefined = request.routeOptions.config.endpoint
      if (endpoint?.access === 'fhir-client') request.fhirClient = await findFhirCaller(context, request)
    })
    mount(scope, context, fhirEndpoints.metadata, async ({ reply }) =>
      sendResource(reply, capabilityStatement(fhirBase(context.config))),
    )
    scope.addContentTypeParser('application/fhir+json', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    binaryRoutes(scope, context)
    fhirImageRoutes(scope, context, care)
    createServiceRequestRoutes(scope, context)
    for (const type of fhirResourceTypes) resourceRoutes(scope, context, type)
  })
}
