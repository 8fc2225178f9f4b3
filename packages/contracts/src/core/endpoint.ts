import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** Access: everybody, every signed-in user, the FHIR clients of laboratories (no account), or the roles that hold the permission. */
export type Access = 'public' | 'signed-in' | 'fhir-client' | Permission

/** Data that an allowed role still cannot see: none, one hidden study (404), or rows left out of a list. */
export type Scope = 'none' | 'study' | 'rows'

/** A response that is not JSON: a file, an upgrade to a WebSocket, or a redirect. */
export type RawResponse = 'file' | 'websocket' | 'redirect' | 'proxy'

/** Fields and files: at most one, unless `maxFiles` says more. `tooLarge` may name the `{fileName}`. */
export type MultipartBody = {
  fields: z.ZodObject
  file: { name: string; required: boolean; maxBytes: number; maxFiles?: number; tooLarge: ErrorCode }
}

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's path syntax, from the root. */
  path: string
  summary: string
  access: Access
  scope: Scope
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Open to somebody who signed in with a generated password and has not changed it yet; every other call is refused then. */
  duringPasswordChange?: true
  /** Open to somebody whose role needs a second factor and who has none yet; every other call is refused then. */
  duringEnrolment?: true
  /** A GET that leaves a trace: it records, uses up or queues something. Its HEAD says what it would answer, and leaves none. */
  leavesTrace?: true
  /** Made once for each `Idempotency-Key` of its caller: whoever heard no answer asks again by the same key, and gets the first answer. */
  once?: true
  /** Responds with an `ETag`, and 304 without a body to an `If-None-Match` of one that still holds (RFC 9110, 13.1.2). */
  conditional?: true
  multipart?: MultipartBody
  response: z.ZodObject | RawResponse
  /** Codes beside those that every endpoint can answer (see `commonErrors`). */
  errors: readonly ErrorCode[]
}

export const commonErrors = ['BAD_REQUEST', 'INVALID_FIELD', 'INTERNAL', 'UNAVAILABLE'] as const satisfies readonly ErrorCode[]

/** The header by which a repeated request is known (draft-ietf-httpapi-idempotency-key-header). Its value is a UUID. */
export const idempotencyKeyHeader = 'idempotency-key'

/** Keeps each entry's own types while checking its shape. */
export function defineEndpoints<const T extends Record<string, Endpoint>>(entries: T): T {
  return entries
}

/** The common success envelope: `{ success: true, ...shape }`. */
export function ok<T extends z.ZodRawShape>(shape: T) {
  return z.object({ success: z.literal(true), ...shape })
}

/** `reason`: why the session of the caller's token is over (`sessionEnds`); `message` says it in words. `field`: the path of the refused field. */
export const ErrorBody = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  reason: z.string().optional(),
  field: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Given<T> = T extends z.ZodType ? z.input<T> : undefined

/** The input of a handler, after parsing. */
export type Input<E extends Endpoint> = { params: Parsed<E['params']>; query: Parsed<E['query']>; body: Parsed<E['body']> }

/** The input of a caller, before defaults. */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Given<E[K]>
}

export type Output<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : never
