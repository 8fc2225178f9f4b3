import { z } from 'zod'
import { type AuditAction, auditActionNames } from './audit-actions.ts'
import { defineEndpoints, ok } from './endpoint.ts'
import { Id, Instant } from './primitives.ts'

export const signInPageSize = 50

/** What tells of an account's sign-ins in the audit log: what its owner did, and what is said about the account. */
export const signInActions = {
  own: ['login.succeeded', 'logout', 'session.ended', 'password.changed'],
  about: [
    'login.failed',
    'login.delayed',
    'login.refused',
    'login.first_step',
    'second_factor.failed',
    'second_factor.added',
    'second_factor.removed',
    'second_factor.reset',
    'passkey.refused',
    'provider.refused',
    'provider_link.allowed',
    'provider_link.made',
    'sessions.ended',
    'password.sent',
    'password.reset',
    'user.activated',
    'user.deactivated',
    'user.moved',
  ],
} as const satisfies Record<string, readonly AuditAction[]>

/** Why a session ended by itself, in words for its history. */
export const quietEnds = {
  idle: 'Nothing was done for a long time.',
  time: 'It reached its longest time.',
} as const
export const QuietEnd = z.enum(['idle', 'time'])

export const SignIn = z.object({
  /** Of the audit log; null where a session ended by itself, which nobody did: that is told as long as the session is kept. */
  entry: z.int().nullable(),
  at: Instant,
  action: z.enum(auditActionNames),
  /** Where it was done; null where somebody else did it. */
  address: z.string().nullable(),
  /** Why a sign-in was refused, as an error code, or why a session ended by itself; null otherwise. */
  reason: z.string().nullable(),
  /** Done by an administrator, and not by whoever owns the account or tries to come in. */
  byAdministrator: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

const page = {
  query: z.strictObject({
    /** Those before this entry. */
    before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  response: ok({
    data: z.array(SignIn),
    /** Asks for the next page as `before`; null on the last. */
    next: z.int().nullable(),
  }),
} as const

export const signInHistoryEndpoints = defineEndpoints({
  own: {
    ...page,
    method: 'GET',
    path: '/api/auth/sign-ins',
    summary: "The sign-ins at the caller's account, failed ones too, the newest first",
    access: 'signed-in',
    scope: 'none',
    errors: [],
  },
  ofUser: {
    ...page,
    method: 'GET',
    path: '/api/admin/users/:userId/sign-ins',
    summary: 'The sign-ins at an account, the newest first. The first page of a look is an entry of the audit log itself',
    access: 'user.manage',
    scope: 'none',
    leavesTrace: true,
    params: z.object({ userId: Id }),
    errors: ['USER_NOT_FOUND'],
  },
})
