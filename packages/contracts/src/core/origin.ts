import { z } from 'zod'

/** The origin of a later action: the request by its `x-request-id`, and its place in a trace (W3C Trace Context). */
export const Origin = z.object({
  requestId: z.string().optional(),
  traceparent: z.string().optional(),
})
export type Origin = z.infer<typeof Origin>

/** Ids that are taken from callers: short, and of characters that mean nothing in logs and headers. */
export const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/
