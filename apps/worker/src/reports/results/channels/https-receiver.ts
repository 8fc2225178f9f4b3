import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import type { WebhookDestination } from '@readroom/contracts/reports/results'
import { ForbiddenAddress, type Places } from '../../../core/places.ts'
import { type Answer, storable } from './channel.ts'

type Question = { method: 'GET' | 'POST'; url: string; headers: OutgoingHttpHeaders; content?: Buffer }

/** The longest answer that is read. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** Statuses with which a server asks for another attempt. */
export const isTransient = (status: number) => status >= 500 || [408, 425, 429].includes(status)

/** Returns the answer for a request that got none. */
export function answerOfFailure(error: unknown): Answer {
  if (error instanceof ForbiddenAddress) return { answer: 'forbidden', text: '' }
  if (!(error instanceof Error)) return { answer: 'unreachable', text: '' }
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return { answer: 'silent', text: '' }
  const text = storable('code' in error ? String(error.code) : error.message)
  return { answer: text === 'ECONNRESET' ? 'closed' : 'unreachable', text }
}

/** Returns the body of a response as text, as far as it is read. */
export async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns a lookup that finds the address that was checked. */
const foundAddress =
  (address: string): LookupFunction =>
  (_host, options, callback) => {
    const found = { address, family: isIPv6(address) ? 6 : 4 }
    if (options.all === true) callback(null, [found])
    else callback(null, found.address, found.family)
  }

export type HttpsOptions = { places: Places; answerMs: number }

/** Connects to a web server, and to no place that is forbidden. Redirects are not followed: they could lead to one. */
export function openHttps(
  { allowsPrivate, certificates }: Pick<WebhookDestination, 'allowsPrivate' | 'certificates'>,
  { places, answerMs }: HttpsOptions,
) {
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.2',
    ...(certificates !== null && { ca: certificates }),
  })
  return {
    /** Returns the head of the response. The caller reads its body. */
    async ask({ method, url, headers, content }: Question): Promise<IncomingMessage> {
      const { hostname: host, port } = new URL(url)
      const address = await places.find({ host, port: Number(port || 443) }, { allowsPrivate })
      const lookup = foundAddress(address)
      const sending = request(url, { agent, method, headers, lookup, signal: AbortSignal.timeout(answerMs) })
      sending.end(content)
      const [response]: IncomingMessage[] = await once(sending, 'response')
      if (!response) throw new Error('no response')
      response.on('error', () => {})
      return response
    },
    close: () => agent.destroy(),
  }
}
