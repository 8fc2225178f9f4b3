import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { WebhookDestination } from '@readroom/contracts/reports/results'
import { type Answer, type Attempt, type Channel, storable } from './channel.ts'
import { demandPublic, ForbiddenAddress, lookupPublic } from './private-addresses.ts'

/** Returns the signature of a body at a time, in seconds: receivers compare it, and refuse old times. */
export const signWebhook = (secret: string, seconds: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')

/** Statuses with which a server asks for another attempt. */
const isTransient = (status: number) => status >= 500 || [408, 425, 429].includes(status)

function answerOf({ statusCode = 0 }: IncomingMessage): Answer {
  const text = `HTTP ${statusCode}`
  if (statusCode >= 200 && statusCode < 300) return { answer: 'accepted', text }
  return { answer: isTransient(statusCode) ? 'unavailable' : 'refused', text }
}

function answerOfFailure(error: unknown): Answer {
  if (error instanceof ForbiddenAddress) return { answer: 'forbidden', text: '' }
  if (!(error instanceof Error)) return { answer: 'unreachable', text: '' }
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return { answer: 'silent', text: '' }
  const text = storable('code' in error ? String(error.code) : error.message)
  return { answer: text === 'ECONNRESET' ? 'closed' : 'unreachable', text }
}

/** Opens a channel to a webhook. Redirects are not followed: they could lead to a private address. */
export function openWebhookChannel(
  { url, allowsPrivate, certificates }: WebhookDestination,
  readSecret: () => Promise<string | null>,
  { answerMs }: { answerMs: number },
): Channel {
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.2',
    ...(certificates !== null && { ca: certificates }),
    ...(!allowsPrivate && { lookup: lookupPublic }),
  })

  async function post({ id, content }: Attempt, secret: string): Promise<IncomingMessage> {
    if (!allowsPrivate) demandPublic(new URL(url).hostname)
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = {
      'content-type': 'application/json',
      'content-length': content.length,
      'idempotency-key': id,
      'readroom-signature': `t=${seconds},v1=${signWebhook(secret, seconds, content)}`,
    }
    const sending = request(url, { agent, method: 'POST', headers, signal: AbortSignal.timeout(answerMs) })
    sending.end(content)
    const [response]: IncomingMessage[] = await once(sending, 'response')
    if (!response) throw new Error('no response')
    response.on('error', () => {})
    response.resume()
    return response
  }

  async function send(attempt: Attempt): Promise<Answer> {
    try {
      const secret = await readSecret()
      if (secret === null) return { answer: 'misconfigured', text: 'RESULTS_KEY' }
      return answerOf(await post(attempt, secret))
    } catch (error) {
      return answerOfFailure(error)
    }
  }
  return { send, close: () => agent.destroy() }
}
