import { z } from 'zod'
import { type AuditAction, auditActionNames } from '../core/audit-actions.ts'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'

export const signInPageSize = 50

/** The audit actions about an account's sign-ins: its owner's, and those about the account. */
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

/** The reasons for a session's end by itself, in words for its history. */
export const quietEnds = {
  idle: 'No activity for a long time.',
  time: 'Maximum session length reached.',
} as const
export const QuietEnd = z.enum(['idle', 'time'])

export const SignIn = z.object({
  /** Of the audit log; null if a session ended by itself, which nobody did: that is told as long as the session is kept. */
  entry: z.int().nullable(),
  at: Instant,
  action: z.enum(auditActionNames),
  /** The IP address; null if somebody else did it. */
  address: z.string().nullable(),
  /** The reason for a refused sign-in, as an error code, or for a session's end by itself; null otherwise. */
  reason: z.string().nullable(),
  /** Done by an administrator, not by the account's owner or by somebody who tries to sign in. */
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
