import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import type { WebhookDestination } from '@readroom/contracts/reports/results'
import { type Answer, storable } from './channel.ts'
import { demandPublic, ForbiddenAddress, lookupPublic } from './private-addresses.ts'

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

/** Connects to a web server, and to no private address unless that is allowed. Redirects are not followed: they could lead to one. */
export function openHttps(
  { allowsPrivate, certificates }: Pick<WebhookDestination, 'allowsPrivate' | 'certificates'>,
  answerMs: number,
) {
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.2',
    ...(certificates !== null && { ca: certificates }),
    ...(!allowsPrivate && { lookup: lookupPublic }),
  })
  return {
    /** Returns the head of the response. The caller reads its body. */
    async ask({ method, url, headers, content }: Question): Promise<IncomingMessage> {
      if (!allowsPrivate) demandPublic(new URL(url).hostname)
      const sending = request(url, { agent, method, headers, signal: AbortSignal.timeout(answerMs) })
      sending.end(content)
      const [response]: IncomingMessage[] = await once(sending, 'response')
      if (!response) throw new Error('no response')
      response.on('error', () => {})
      return response
    },
    close: () => agent.destroy(),
  }
}
