import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebhookDestination } from '@readroom/contracts/reports/results'
import type { Answer, Attempt, Channel } from './channel.ts'
import { answerOfFailure, type HttpsOptions, isTransient, openHttps } from './https-receiver.ts'

/** Returns the signature of a body at a time, in seconds: receivers compare it, and refuse old times. */
export const signWebhook = (secret: string, seconds: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')

function answerOf({ statusCode = 0 }: IncomingMessage): Answer {
  const text = `HTTP ${statusCode}`
  if (statusCode >= 200 && statusCode < 300) return { answer: 'accepted', text }
  return { answer: isTransient(statusCode) ? 'unavailable' : 'refused', text }
}

/** Opens a channel to a webhook. */
export function openWebhookChannel(
  settings: WebhookDestination,
  readSecret: () => Promise<string | null>,
  options: HttpsOptions,
): Channel {
  const receiver = openHttps(settings, options)

  async function post({ id, content }: Attempt, secret: string): Promise<IncomingMessage> {
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = {
      'content-type': 'application/json',
      'content-length': content.length,
      'idempotency-key': id,
      'readroom-signature': `t=${seconds},v1=${signWebhook(secret, seconds, content)}`,
    }
    const response = await receiver.ask({ method: 'POST', url: settings.url, headers, content })
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
  return { send, close: receiver.close }
}
