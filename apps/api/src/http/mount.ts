import { type Endpoint, ErrorBody, type Input, type Output, type RawResponse } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import { can } from '@readroom/contracts/permissions'
import type { Actor } from '@readroom/db/actor'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { JsonText, NotModified } from './json-text.ts'
import { findBearer, refuseBearer, requireActor } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller by bearer token; null without one. Set before the handler of a mounted endpoint runs. */
    actor: Actor | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

type Caller<E extends Endpoint> = E['access'] extends 'public' ? null : Actor

export type Call<E extends Endpoint> = Input<E> & { actor: Caller<E>; request: FastifyRequest; reply: FastifyReply }

/** A handler answers the fields beside `success`, or the whole body as text, or that none is needed; of a raw response it answers the reply that it sent. */
type Answer<E extends Endpoint> = Promise<
  E['response'] extends RawResponse
    ? FastifyReply
    : Omit<Output<E>, 'success'> | JsonText | (E['conditional'] extends true ? NotModified : never)
>

/** The one role check, from the entry's `access`. */
export function checkAccess(endpoint: Endpoint, actor: Actor | null): Actor | null {
  if (endpoint.access === 'public') return null
  if (!actor) throw new AppError('NOT_AUTHENTICATED')
  if (actor.mustChangePassword && !endpoint.duringPasswordChange) throw new AppError('PASSWORD_CHANGE_REQUIRED')
  if (actor.mustEnrol && !endpoint.duringEnrolment && !actor.mustChangePassword) throw new AppError('SECOND_FACTOR_REQUIRED')
  if (endpoint.access !== 'signed-in' && !can(actor.role, endpoint.access)) throw new AppError('FORBIDDEN')
  return actor
}

/** Runs before anything of the request is parsed: a stranger learns nothing, not even that an id or the body is malformed. */
function guard(context: Context, endpoint: Endpoint): onRequestAsyncHookHandler {
  return async (request) => {
    if (endpoint.access !== 'public')
      request.actor = (await findBearer(context, request)) ?? (await refuseBearer(context, request))
    checkAccess(endpoint, request.actor)
  }
}

/** The route schema of an entry, for parsing and for the OpenAPI page. */
export function routeSchema(endpoint: Endpoint) {
  const { params, query, body, response, summary, conditional } = endpoint
  const unchanged = conditional && { 304: z.null().describe('What the caller has still holds: no body') }
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
  const actor = endpoint.access === 'public' ? null : requireActor(request.actor)
  // The validator has replaced params, query and body by what the entry's schemas made of them; the compiler cannot see that.
  return { params, query, body, actor, request, reply } as Call<E>
}

/**
 * Registers a handler under its entry of the endpoint table. Fastify asks a GET's handler for its HEAD too; an entry that leaves a trace names
 * `look` for that, which answers as the handler would and changes nothing.
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
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: { endpoint },
    onRequest: guard(context, endpoint),
    handler: async (request, reply) => {
      const respond = request.method === 'HEAD' && look ? look : handler
      const answer: object = await respond(callOf(endpoint, request, reply))
      if (answer instanceof NotModified) return reply.code(304).header('etag', answer.etag).send()
      if (answer instanceof JsonText) {
        if (answer.etag !== null) reply.header('etag', answer.etag)
        return reply.type('application/json; charset=utf-8').send(answer.text)
      }
      return typeof endpoint.response === 'string' ? answer : { success: true, ...answer }
    },
  })
}
