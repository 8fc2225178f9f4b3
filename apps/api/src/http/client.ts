import type { FastifyRequest } from 'fastify'

/** Where a request comes from, for sessions and the audit log. */
export type Client = { address: string; userAgent: string }

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
})
