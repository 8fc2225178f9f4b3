import type { StowDestination } from '@readroom/contracts/reports/results'
import { z } from 'zod'
import type { Answer, Attempt, Channel } from './channel.ts'
import { answerOfFailure, type HttpsOptions, isTransient, openHttps, readBody } from './https-receiver.ts'
import { answerOfStatus } from './store-status.ts'

const json = 'application/dicom+json'

/** The instances that a server did not store, with its reasons: Failed SOP Sequence and Failure Reason (PS3.18 section 10.5.3). */
const Failures = z.object({
  '00081198': z.object({ Value: z.array(z.object({ '00081197': z.object({ Value: z.tuple([z.int()]) }) })).min(1) }),
})
const StoreResponse = z.union([Failures, z.tuple([Failures])])

/** Statuses of a server that does not know us. A token that has ended must not have every report refused. */
const unknownAccount = [401, 403, 407]

/** Returns the reason for which the instance was not stored; null if none is named. */
function readReason(body: string): number | null {
  try {
    const found = StoreResponse.safeParse(JSON.parse(body)).data
    const failures = Array.isArray(found) ? found[0] : found
    return failures?.['00081198'].Value[0]?.['00081197'].Value[0] ?? null
  } catch {
    return null
  }
}

function answerOf(status: number, body: string): Answer {
  const text = `HTTP ${status}`
  const isHeard = (status >= 200 && status < 300) || status === 409
  const reason = isHeard ? readReason(body) : null
  if (reason !== null) {
    const { answer, text: words } = answerOfStatus(reason)
    return { answer, text: `${text} ${words}` }
  }
  if (status >= 200 && status < 300) return { answer: 'accepted', text }
  return { answer: isTransient(status) || unknownAccount.includes(status) ? 'unavailable' : 'refused', text }
}

/** Returns an address below the one of the archive. */
function below(url: string, path: string): URL {
  const found = new URL(url)
  found.pathname = `${found.pathname.replace(/\/$/, '')}/${path}`
  return found
}

/** Returns a question whose answer is empty, so that a test reads no patient. */
function emptyQuestion(url: string): string {
  const question = below(url, 'studies')
  question.searchParams.set('StudyInstanceUID', '2.25.0')
  return question.href
}

function authorization({ login }: StowDestination, secret: string | null): { authorization?: string } {
  if (login.kind === 'none') return {}
  if (login.kind === 'bearer') return { authorization: `Bearer ${secret}` }
  return { authorization: `Basic ${Buffer.from(`${login.userName}:${secret}`, 'utf8').toString('base64')}` }
}

/** Opens a channel to an archive that takes instances by STOW-RS. */
export function openStowChannel(
  settings: StowDestination,
  readSecret: () => Promise<string | null>,
  options: HttpsOptions,
): Channel {
  const receiver = openHttps(settings, options)

  async function ask({ kind, controlId, content }: Attempt, secret: string | null) {
    const common = { accept: json, ...authorization(settings, secret) }
    if (kind === 'test') return receiver.ask({ method: 'GET', url: emptyQuestion(settings.url), headers: common })
    const boundary = `readroom-${controlId}`
    const head = `--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const type = `multipart/related; type="application/dicom"; boundary=${boundary}`
    const headers = { ...common, 'content-type': type, 'content-length': body.length }
    return receiver.ask({ method: 'POST', url: below(settings.url, 'studies').href, headers, content: body })
  }

  async function send(attempt: Attempt): Promise<Answer> {
    try {
      const secret = settings.login.kind === 'none' ? null : await readSecret()
      if (settings.login.kind !== 'none' && secret === null) return { answer: 'misconfigured', text: 'RESULTS_KEY' }
      const response = await ask(attempt, secret)
      return answerOf(response.statusCode ?? 0, await readBody(response))
    } catch (error) {
      return answerOfFailure(error)
    }
  }
  return { send, close: receiver.close }
}
