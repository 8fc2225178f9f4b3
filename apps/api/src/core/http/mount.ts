import { type Endpoint, ErrorBody, type Input, type Output, type RawResponse } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import { can } from '@readroom/contracts/core/permissions'
import type { Actor } from '@readroom/db/core/actor'
import type { Begun } from '@readroom/db/core/locks'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { JsonText, NotModified } from './json-text.ts'
import { changeOf, makeOnce } from './once.ts'
import { findBearer, refuseBearer, requireActor } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the bearer token, or null without one. Set before the handler of a mounted endpoint runs. */
    actor: Actor | null
    /** The FHIR client of the access token, or null without one. Set by the hook of the FHIR routes. */
    fhirClient: FhirCaller | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** A laboratory's system that reads by FHIR. It sees the rows that the laboratory's staff see. */
export type FhirCaller = { clientId: string; name: string; labId: string; scopes: readonly string[]; address: string }

type WithoutAccount = 'public' | 'fhir-client'
const needsAccount = ({ access }: Endpoint): boolean => access !== 'public' && access !== 'fhir-client'

type Caller<E extends Endpoint> = E['access'] extends WithoutAccount ? null : Actor

export type Call<E extends Endpoint> = Input<E> & { actor: Caller<E>; request: FastifyRequest; reply: FastifyReply }

/** A handler returns the fields beside `success`, the whole body as text, or NotModified. For a raw response it returns the reply that it sent. */
type Answer<E extends Endpoint> = Promise<
  E['response'] extends RawResponse
    ? FastifyReply
    : Omit<Output<E>, 'success'> | JsonText | (E['conditional'] extends true ? NotModified : never)
>

/** Checks the role, from the entry's `access`. This is the only role check. */
export function checkAccess(endpoint: Endpoint, actor: Actor | null): Actor | null {
  if (endpoint.access === 'public') return null
  // An account is never a FHIR client.
  if (!actor || endpoint.access === 'fhir-client') throw new AppError('NOT_AUTHENTICATED')
  if (actor.mustChangePassword && !endpoint.duringPasswordChange) throw new AppError('PASSWORD_CHANGE_REQUIRED')
  if (actor.mustEnrol && !endpoint.duringEnrolment && !actor.mustChangePassword) throw new AppError('SECOND_FACTOR_REQUIRED')
  if (endpoint.access !== 'signed-in' && !can(actor.role, endpoint.access)) throw new AppError('FORBIDDEN')
  return actor
}

/** Runs before parsing, so that a stranger cannot even learn that an id or a body is malformed. */
function guard(context: Context, endpoint: Endpoint): onRequestAsyncHookHandler {
  return async (request) => {
    if (endpoint.access === 'fhir-client') {
      if (!request.fhirClient) throw new AppError('NOT_AUTHENTICATED')
      return
    }
    if (endpoint.access !== 'public')
      request.actor = (await findBearer(context, request)) ?? (await refuseBearer(context, request))
    checkAccess(endpoint, request.actor)
  }
}

/** Returns the route schema of an entry, for parsing and for the OpenAPI page. */
export function routeSchema(endpoint: Endpoint) {
  const { params, query, body, response, summary, conditional } = endpoint
  const unchanged = conditional && { 304: z.null().describe('Not modified. No body') }
  return {
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(typeof response !== 'string' && { response: { 200: response, ...unchanged, '4xx': ErrorBody, '5xx': ErrorBody } }),
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
  }
}

function callOf<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const { params, query, body } = request
  const actor = needsAccount(endpoint) ? requireActor(request.actor) : null
  // The validator has replaced params, query and body with parsed values. The compiler cannot see that.
  return { params, query, body, actor, request, reply } as Call<E>
}

/** Registers a route under its entry. `respond` makes the answer's fields. */
function register<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  respond: (call: Call<E>) => Promise<object>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: { endpoint },
    onRequest: guard(context, endpoint),
    handler: async (request, reply) => {
      const answer = await respond(callOf(endpoint, request, reply))
      if (answer instanceof NotModified) return reply.code(304).header('etag', answer.etag).send()
      if (answer instanceof JsonText) {
        if (answer.etag !== null) reply.header('etag', answer.etag)
        return reply.type('application/json; charset=utf-8').send(answer.text)
      }
      return typeof endpoint.response === 'string' ? answer : { success: true, ...answer }
    },
  })
}

/**
 * Registers a handler under its entry of the endpoint table. Fastify uses a GET handler for HEAD too. An entry that leaves a trace needs
 * `look` for HEAD, which gives the same answer without side effects.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: (call: Call<E>) => Answer<E>,
  look?: (call: Call<E>) => Answer<E>,
): void {
  if (Boolean(endpoint.leavesTrace) !== Boolean(look))
    throw new Error(`${endpoint.path}: only what leaves a trace is looked at first`)
  register<E>(app, context, endpoint, (call) => {
    const respond = call.request.method === 'HEAD' && look ? look : handler
    return respond(call)
  })
}

/** A change that is made once for each key: its answer is an object of fields. */
type ChangeEndpoint = Endpoint & { once: true; access: Exclude<Endpoint['access'], WithoutAccount>; response: z.ZodObject }

/**
 * Registers a change that is made once for each `Idempotency-Key`. The handler gets the transaction, which keeps the answer too: a repeated request
 * is answered as the first was, also if the first answer was lost. Without a key each request is a change.
 */
export function mountOnce<E extends ChangeEndpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: (tx: Begun, call: Call<E>) => Promise<Omit<Output<E>, 'success'>>,
): void {
  register<E>(app, context, endpoint, (call) =>
    context.db.transaction((tx) => makeOnce(tx, changeOf(endpoint, call.request), () => handler(tx, call))),
  )
}
