import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a request comes from, for sessions and the audit log. */
export type Client = { address: string; userAgent: string }

/** IPv4 as a socket that listens on both writes it. */
const mapped = /^::ffff:(?=\d+\.)/i

/** The caller's IP address. What a proxy passes on is believed only where it is one: everything else is text that somebody typed. */
export function addressOf(request: FastifyRequest): string {
  const [address = 'unknown'] = [request.ip, request.socket.remoteAddress ?? ''].filter((text) => isIP(text) !== 0)
  return address.replace(mapped, '')
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
})
