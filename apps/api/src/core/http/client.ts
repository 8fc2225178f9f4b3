import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The origin of a request, for sessions and the audit log. */
export type Client = { address: string; userAgent: string }

/** An IPv4 address as a dual-stack socket writes it. */
const mapped = /^::ffff:(?=\d+\.)/i

/** Returns the client's IP address. A value from a proxy counts only if it is an IP address: anything else is text that someone typed. */
export function addressOf(request: FastifyRequest): string {
  const [address = 'unknown'] = [request.ip, request.socket.remoteAddress ?? ''].filter((text) => isIP(text) !== 0)
  return address.replace(mapped, '')
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
})
