import { authEndpoints } from '@readroom/contracts/auth'
import type { Endpoint } from '@readroom/contracts/endpoint'
import { z } from 'zod'
import { type SessionStore, sessionOver } from '../session/session.ts'
import { ApiError, isOutage, networkError } from './api-error.ts'
import { keepAnswers } from './kept-answers.ts'
import { readBlob, type SavedFile } from './read-blob.ts'
import { buildUrl, type InputOf, parseJson, type RequestInput, readRetryAfter, toApiError } from './request.ts'
import { type Progress, sendMultipart, type UploadEndpoint, type UploadParts } from './send-multipart.ts'

const refreshThresholdMs = 5 * 60_000

/** Login and refresh accept an unreadable lifetime: the session store then takes one hour. */
const lenientLifetime = { expiresIn: z.string().catch('') }
export const loginEndpoint = { ...authEndpoints.login, response: authEndpoints.login.response.extend(lenientLifetime) }
const refreshEndpoint = { ...authEndpoints.refresh, response: authEndpoints.refresh.response.extend(lenientLifetime) }

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Not asked for by the user (polling, live events): does not count as activity. */
  background?: boolean | undefined
  /** Goes on where the page is left meanwhile: for what is small and must not be lost. */
  keepalive?: boolean | undefined
}
export type TransferOptions = CallOptions & { onProgress?: (progress: Progress) => void }

type JsonEndpoint = Endpoint & { response: z.ZodObject }
type FileEndpoint = Endpoint & { response: 'file' }

export type ApiClientOptions = {
  session: SessionStore
  fetch: typeof fetch
  /** Origin of the `/auth` calls; empty for this one. */
  authBase: string
}

/** Calls made from the contract's endpoint entries, with the session's token and its renewal. Rejects with `ApiError`. */
export function createApiClient({ session, fetch, authBase }: ApiClientOptions) {
  const answers = keepAnswers(session)
  let refreshing: Promise<void> | null = null

  const urlOf = (endpoint: Endpoint, input: RequestInput) =>
    (endpoint.path.startsWith('/auth/') ? authBase : '') + buildUrl(endpoint.path, input)

  function headersOf(token: string | undefined, options: CallOptions): Record<string, string> {
    return {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(options.background && { 'x-readroom-background': '1' }),
    }
  }

  /**
   * A 401 ends the session, unless the token was renewed meanwhile or the answer is about a typed password. A generated password must
   * be changed first, and a second factor that the role needs be set up.
   */
  function heedRefusal(error: ApiError, endpoint: Endpoint, token: string | undefined) {
    const { code, status } = error
    if (endpoint.access === 'public' || session.peek()?.token !== token) return
    if (code === 'PASSWORD_CHANGE_REQUIRED') session.requirePasswordChange()
    if (code === 'SECOND_FACTOR_REQUIRED') session.requireEnrolment()
    const aboutPassword = endpoint.errors.includes('CURRENT_PASSWORD_INCORRECT') && code !== 'NOT_AUTHENTICATED'
    if (status === 401 && !aboutPassword) endSession(error)
  }

  /** Other tabs are told of it only where the server says that the session is over: this tab's token may merely be an old one. */
  function endSession(error: unknown) {
    if (!session.peek()) return
    if (error instanceof ApiError && error.reason) session.clear({ reason: error.message })
    else session.clear({ reason: sessionOver, onlyHere: true })
  }

  /** `etag`: of what there is of it already; then the response may be a 304. */
  async function send(endpoint: Endpoint, input: RequestInput, options: CallOptions, etag?: string): Promise<Response> {
    const token = session.current()?.token
    const body = input.body ?? (endpoint.method === 'GET' ? undefined : {})
    const response = await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...headersOf(token, options),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(etag && { 'if-none-match': etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
      credentials: 'same-origin',
      cache: 'no-store',
    }).catch((error: unknown) => {
      throw options.signal?.aborted ? error : networkError()
    })
    if (response.ok || (etag && response.status === 304)) return response
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
    const response = await send(endpoint, input, options, known?.etag)
    const body = await response.text().catch(() => {
      throw networkError()
    })
    const text = known && response.status === 304 ? known.text : body
    if (endpoint.conditional) answers.keep(urlOf(endpoint, input), response.headers.get('etag'), text)
    return parseAnswer<R>(endpoint.response, text, response.status)
  }

  const userId = () => session.peek()?.user._id

  /** Somebody else may have signed in before the answer comes: their session is not what it is about. */
  async function refresh() {
    const asked = userId()
    try {
      const { token, expiresIn } = await sendJson(refreshEndpoint, {}, { background: true })
      if (userId() === asked) session.renew(token, expiresIn)
    } catch (error) {
      if (!isOutage(error) && userId() === asked) endSession(error)
    }
  }

  /** Renews the token when less than 5 minutes remain; several callers share one request. An outage never signs out. */
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

  /** What one user has begun is not done in the name of the next. */
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
      await prepare(endpoint)
      return sendJson<E['response']>(endpoint, input, options)
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
      if (status >= 200 && status < 300) return parseAnswer<E['response']>(endpoint.response, text, status)
      const error = toApiError(status, text)
      heedRefusal(error, endpoint, token)
      throw error
    },
  }
}

/** An answer of another shape than the entry's is an error, never half-read data. */
function parseAnswer<R extends z.ZodObject>(schema: R, text: string, status: number): z.output<R> {
  const parsed = z.safeParse(schema, parseJson(text))
  if (parsed.success) return parsed.data
  throw toApiError(status, text)
}
