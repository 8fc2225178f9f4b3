import { authEndpoints } from '@readroom/contracts/access/auth'
import { type Endpoint, idempotencyKeyHeader } from '@readroom/contracts/core/endpoint'
import { z } from 'zod'
import { type SessionStore, sessionOver } from '../session/session.ts'
import { noteServerTime } from '../time/server-clock.ts'
import { answerWithin } from './answer-within.ts'
import { ApiError, isOutage, networkError } from './api-error.ts'
import { keepAnswers } from './kept-answers.ts'
import { parseAnswer } from './parse-answer.ts'
import { readBlob, type SavedFile } from './read-blob.ts'
import { buildUrl, type InputOf, type RequestInput, readRetryAfter, toApiError } from './request.ts'
import { type Progress, sendMultipart, type UploadEndpoint, type UploadParts } from './send-multipart.ts'
import { createUnheardChanges } from './unheard-changes.ts'

const refreshThresholdMs = 5 * 60_000

/** Login and refresh accept an unreadable lifetime. The session store then assumes one hour. */
const lenientLifetime = { expiresIn: z.string().catch('') }
export const loginEndpoint = { ...authEndpoints.login, response: authEndpoints.login.response.extend(lenientLifetime) }
const refreshEndpoint = { ...authEndpoints.refresh, response: authEndpoints.refresh.response.extend(lenientLifetime) }

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** True for calls the user didn't make, such as polling and live events. They don't count as activity. */
  background?: boolean | undefined
  /** Lets a small request that must not be lost finish after the page is closed. */
  keepalive?: boolean | undefined
  /** Rejects with NETWORK if no answer has come after this time. */
  deadlineMs?: number | undefined
}
export type TransferOptions = CallOptions & { onProgress?: (progress: Progress) => void }

type JsonEndpoint = Endpoint & { response: z.ZodObject }
type FileEndpoint = Endpoint & { response: 'file' }

export type ApiClientOptions = {
  session: SessionStore
  fetch: typeof fetch
  /** Origin of the `/auth` calls. Empty means this origin. */
  authBase: string
  /** Called for an answer of a shape that this page does not know, as from a newer server. */
  onUnknown: () => void
}

/** Creates the client that calls the contract's endpoints. It sends the session's token and renews it. Calls reject with `ApiError`. */
export function createApiClient({ session, fetch, authBase, onUnknown }: ApiClientOptions) {
  const answers = keepAnswers(session)
  const unheard = createUnheardChanges()
  let refreshing: Promise<void> | null = null

  const userId = () => session.peek()?.user._id
  const urlOf = (endpoint: Endpoint, input: RequestInput) =>
    (endpoint.path.startsWith('/auth/') ? authBase : '') + buildUrl(endpoint.path, input)

  function headersOf(token: string | undefined, options: CallOptions): Record<string, string> {
    return {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(options.background && { 'x-readroom-background': '1' }),
    }
  }

  /**
   * Applies a refusal to the session. A 401 ends it, unless the token was renewed meanwhile or the refusal is about a typed password. Other codes record
   * that a generated password must be changed or a required second factor set up.
   */
  function heedRefusal(error: ApiError, endpoint: Endpoint, token: string | undefined) {
    const { code, status } = error
    if (endpoint.access === 'public' || session.peek()?.token !== token) return
    if (code === 'PASSWORD_CHANGE_REQUIRED') session.requirePasswordChange()
    if (code === 'SECOND_FACTOR_REQUIRED') session.requireEnrolment()
    const aboutPassword = endpoint.errors.includes('CURRENT_PASSWORD_INCORRECT') && code !== 'NOT_AUTHENTICATED'
    if (status === 401 && !aboutPassword) endSession(error)
  }

  /** Ends the session. The other tabs are told only if the server says why: otherwise only this tab's token may be out of date. */
  function endSession(error: unknown) {
    if (!session.peek()) return
    if (error instanceof ApiError && error.reason) session.clear({ reason: error.message })
    else session.clear({ reason: sessionOver, onlyHere: true })
  }

  /** Sends a call. With `etag`, the tag of an answer that is already kept, the response may be a 304. */
  async function send(endpoint: Endpoint, input: RequestInput, options: CallOptions, etag?: string): Promise<Response> {
    const token = session.current()?.token
    const sender = userId()
    const body = input.body ?? (endpoint.method === 'GET' ? undefined : {})
    const response = await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...headersOf(token, options),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(etag && { 'if-none-match': etag }),
        ...(endpoint.once && { [idempotencyKeyHeader]: unheard.keyOf(endpoint, input, sender) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
      credentials: 'same-origin',
      cache: 'no-store',
    }).catch((error: unknown) => {
      throw options.signal?.aborted ? error : networkError()
    })
    noteServerTime(response.headers.get('date'))
    if (response.ok || (etag && response.status === 304)) return response
    unheard.heard(endpoint, input, sender, response.status)
    const error = toApiError(response.status, await response.text().catch(() => ''))
    error.retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
    heedRefusal(error, endpoint, token)
    throw error
  }

  async function sendJson<R extends z.ZodObject>(
    endpoint: Endpoint & { response: R },
    input: RequestInput,
    options: CallOptions,
  ) {
    const known = endpoint.conditional && answers.find(urlOf(endpoint, input))
    const sender = userId()
    const response = await send(endpoint, input, options, known?.etag)
    const body = await response.text().catch(() => {
      throw networkError()
    })
    unheard.heard(endpoint, input, sender, response.status)
    const text = known && response.status === 304 ? known.text : body
    if (endpoint.conditional) answers.keep(urlOf(endpoint, input), response.headers.get('etag'), text)
    return parseAnswer<R>(endpoint.response, { text, status: response.status }, onUnknown)
  }

  /** Renews the token. If another user has signed in before the answer comes, their session is left alone. */
  async function refresh() {
    const asked = userId()
    try {
      const { token, expiresIn } = await sendJson(refreshEndpoint, {}, { background: true })
      if (userId() === asked) session.renew(token, expiresIn)
    } catch (error) {
      if (!isOutage(error) && userId() === asked) endSession(error)
    }
  }

  /** Renews the token when less than 5 minutes remain. Concurrent callers share one request. An outage never signs the user out. */
  async function refreshIfNeeded() {
    if (session.remainingMs() < refreshThresholdMs) await refreshNow()
  }

  async function refreshNow() {
    if (!session.current()) return
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
    await refreshing
  }

  /** Renews the token if needed. Throws if another user has signed in meanwhile, so that no call is made in their name. */
  async function prepare(endpoint: Endpoint) {
    if (endpoint.access === 'public') return
    const caller = userId()
    await refreshIfNeeded()
    if (!session.current() || userId() !== caller) throw new ApiError('NOT_AUTHENTICATED', 401, 'Please sign in to continue.')
  }

  return {
    refreshIfNeeded,
    refreshNow,

    async call<E extends JsonEndpoint>(
      endpoint: E,
      input: InputOf<E>,
      options: CallOptions = {},
    ): Promise<z.output<E['response']>> {
      const send = async (signal = options.signal) => {
        await prepare(endpoint)
        return sendJson<E['response']>(endpoint, input, { ...options, signal })
      }
      return options.deadlineMs === undefined ? send() : answerWithin(options.deadlineMs, options.signal, send)
    },

    async download<E extends FileEndpoint>(endpoint: E, input: InputOf<E>, options: TransferOptions = {}): Promise<SavedFile> {
      await prepare(endpoint)
      return readBlob(await send(endpoint, input, options), options.onProgress)
    },

    async upload<E extends JsonEndpoint & UploadEndpoint>(
      endpoint: E,
      input: InputOf<E>,
      parts: UploadParts,
      options: TransferOptions = {},
    ): Promise<z.output<E['response']>> {
      await prepare(endpoint)
      const token = session.current()?.token
      const { status, text } = await sendMultipart(endpoint, urlOf(endpoint, input), parts, headersOf(token, options), options)
      if (status >= 200 && status < 300) return parseAnswer<E['response']>(endpoint.response, { text, status }, onUnknown)
      const error = toApiError(status, text)
      heedRefusal(error, endpoint, token)
      throw error
    },
  }
}
