import { parse } from 'node:querystring'
import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import {
  type FhirResourceType,
  type FhirSearch,
  fhirEndpoints,
  fhirEndpointsOf,
  fhirPath,
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
import { demandJson, joinForm } from './format.ts'
import { operationOutcome } from './operation-outcome.ts'
import { type FoundOfType, searchBundle } from './search/bundle.ts'
import { includedIds } from './search/included.ts'
import { readChanged } from './search/search-changed.ts'
import { readTokens } from './search/search-token.ts'
import type { Found, Search } from './search/searcher.ts'
import { searchers } from './search/searchers.ts'
import { sendResource, sendUnlessKnown } from './send-resource.ts'

/** Says which element is at fault, and why. */
const faultOf = (fault?: { instancePath: string; message?: string | undefined }): string | null =>
  [fault?.instancePath.split('/').slice(1).join('.'), fault?.message].filter(Boolean).join(': ') || null

/** Sends every error as an OperationOutcome. A refused parameter is named. */
function sendOutcome(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? new AppError('FHIR_FORMAT_UNSUPPORTED') : toAppError(error)
  if (answer.status >= 500) request.log.error({ err: error, code: answer.code }, 'request failed')
  const why = hasZodFastifySchemaValidationErrors(error) ? faultOf(error.validation[0]) : null
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer')
  if (answer.status === 503) reply.header('retry-after', answer.retryAfter ?? 5)
  void sendResource(reply.code(answer.status), operationOutcome(answer, why))
}

/** Returns the parameters of a search as statements need them. Throws BAD_REQUEST for a position that no list issued. */
const toSearch = (asked: FhirSearch): Search => ({
  ids: asked._id,
  changed: asked._lastUpdated && readChanged(asked._lastUpdated),
  identifiers: asked.identifier === undefined ? undefined : readTokens(asked.identifier),
  patient: asked.patient,
  patientIdentifiers: asked['patient.identifier'] === undefined ? undefined : readTokens(asked['patient.identifier']),
  statuses: asked.status,
  related: asked.related,
  after: asked._cursor === undefined ? undefined : decodePosition(asked._cursor),
  limit: asked._count,
})

function resourceRoutes(app: FastifyInstance, context: Context, type: FhirResourceType): void {
  const { db, config } = context
  const base = fhirBase(config)
  const endpoints = fhirEndpointsOf(type)

  const find = (client: FhirCaller, of: FhirResourceType, search: Search): Promise<Found[]> =>
    searchers[of]({ db, labId: client.labId, base }, search)
  const record = (client: FhirCaller, interaction: 'read' | 'search', parameters: string[], { type: of, found }: FoundOfType) => {
    const shown = found.flatMap(({ resource, record }) => (resource ? { id: resource.id, ...(record && { record }) } : []))
    return db.transaction((tx) => recordFhirRead(tx, client, { resource: of, interaction, parameters, found: shown }))
  }

  async function search(request: FastifyRequest, query: FhirSearch) {
    const client = requireClient(request, type)
    const asked = toSearch(query)
    const rows = await find(client, type, { ...asked, limit: asked.limit + 1 })
    const found = rows.slice(0, asked.limit)
    const included: FoundOfType[] = []
    for (const [target, ids] of includedIds(type, query._include ?? [], found)) {
      requireClient(request, target)
      if (ids.length > 0) included.push({ type: target, found: await find(client, target, { ids, limit: ids.length }) })
    }
    const next = rows.length > asked.limit ? found.at(-1) : undefined
    return { client, page: { base, type, search: query, found, next, included } }
  }
  async function searchAndRecord(request: FastifyRequest, query: FhirSearch) {
    const { client, page } = await search(request, query)
    for (const each of [page, ...page.included]) await record(client, 'search', Object.keys(query), each)
    return searchBundle(page)
  }
  async function read(client: FhirCaller, id: string) {
    const [found] = await find(client, type, { ids: [id], limit: 1 })
    if (!found?.resource) throw new AppError('RESOURCE_NOT_FOUND')
    return { found, resource: found.resource }
  }

  mount(
    app,
    context,
    endpoints.search,
    async ({ request, query, reply }) => sendResource(reply, await searchAndRecord(request, query)),
    async ({ request, query, reply }) => sendResource(reply, searchBundle((await search(request, query)).page)),
  )
  mount(app, context, endpoints.searchByForm, async ({ request, body, reply }) =>
    sendResource(reply, await searchAndRecord(request, body)),
  )
  mount(
    app,
    context,
    endpoints.read,
    async ({ request, params, reply }) => {
      const client = requireClient(request, type)
      const { found, resource } = await read(client, params.id)
      await record(client, 'read', [], { type, found: [found] })
      return sendUnlessKnown({ request, reply }, resource)
    },
    async ({ request, params, reply }) =>
      sendUnlessKnown({ request, reply }, (await read(requireClient(request, type), params.id)).resource),
  )
}

/** Serves what is sent as FHIR's JSON. */
function jsonRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.addHook('preValidation', joinForm)
    scope.addHook('preValidation', demandJson)
    scope.addContentTypeParser('application/fhir+json', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, { ...parse(body.toString()) }),
    )
    mount(scope, context, fhirEndpoints.metadata, async ({ reply }) =>
      sendResource(reply, capabilityStatement(fhirBase(context.config))),
    )
    createServiceRequestRoutes(scope, context)
    for (const type of fhirResourceTypes) resourceRoutes(scope, context, type)
  })
}

/** Serves FHIR R4 resources to the clients of laboratories. */
export function fhirRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  app.register(async (scope) => {
    scope.setErrorHandler(sendOutcome)
    scope.addHook('onRequest', async (request) => {
      const endpoint: Endpoint | undefined = request.routeOptions.config.endpoint
      if (endpoint?.access === 'fhir-client') request.fhirClient = await findFhirCaller(context, request)
    })
    jsonRoutes(scope, context)
    binaryRoutes(scope, context)
    fhirImageRoutes(scope, context, care)
  })
  // Below this address an unknown path is an OperationOutcome, too.
  app.register(
    async (scope) => {
      scope.setErrorHandler(sendOutcome)
      scope.setNotFoundHandler(() => {
        throw new AppError('RESOURCE_NOT_FOUND')
      })
    },
    { prefix: fhirPath },
  )
}
