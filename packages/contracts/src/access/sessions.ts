import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'

/** A running session of the caller. */
export const SessionInfo = z.object({
  _id: Id,
  /** Browser and system, such as `Chrome on Windows`. */
  device: z.string(),
  /** Network address from which the session was opened. */
  place: z.string(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const sessionEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/auth/sessions',
    summary: "The caller's running sessions, the last used first",
    access: 'signed-in',
    scope: 'none',
    response: ok({ sessions: z.array(SessionInfo) }),
    errors: [],
  },
  end: {
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    summary: "End one of the caller's sessions; somebody else's does not exist",
    access: 'signed-in',
    scope: 'none',
    params: z.object({ sessionId: Id }),
    response: ok({ message: z.string() }),
    errors: ['SESSION_NOT_FOUND'],
  },
  endOthers: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: "End all of the caller's sessions but this one",
    access: 'signed-in',
    scope: 'none',
    response: ok({ message: z.string(), ended: z.int() }),
    errors: [],
  },
})
