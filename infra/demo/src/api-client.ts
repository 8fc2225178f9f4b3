import { setTimeout as delay } from 'node:timers/promises'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { type Endpoint, ErrorBody } from '@readroom/contracts/core/endpoint'
import type { z } from 'zod'

/** A request that was refused, with the code of its error if the API gave one. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  /** Null if the answer came from a proxy: the API gives every request an id. */
  readonly requestId: string | null

  constructor(what: string, { status, headers }: Response, code?: string) {
    super(`${what} was refused: ${code ?? status}`)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.requestId = headers.get('x-request-id')
  }
}

/** Returns the answer to a request of one's own making. Throws a Refusal. */
export async function accepted(what: string, answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const refusal = ErrorBody.safeParse(await answer.json().catch(() => null))
  throw new Refusal(what, answer, refusal.data?.code)
}

interface CallOptions {
  /** Path parameters. */
  params?: Record<string, string>
  query?: Record<string, string>
  /** JSON, or the fields and the file of an upload. */
  body?: object | FormData
}

export interface ApiSession {
  /** Calls an entry of the endpoint table; its answer is checked against the table. Throws with the error's code if it is refused. */
  call<R extends z.ZodObject>(endpoint: Endpoint & { response: R }, options?: CallOptions): Promise<z.output<R>>
  /** The bytes of an entry that answers a file. */
  download(endpoint: Endpoint & { response: 'file' }, options?: CallOptions): Promise<Buffer>
  /** Of a request of one's own making. */
  authorization: string
  signOut(): Promise<void>
}

const mostTries = 6
const longestWaitSeconds = 10

/** Returns the seconds after which the API asks to be asked again; null if it does not, or so late that nobody waits here. */
function secondsUntilRetry({ ok, headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return !ok && seconds <= longestWaitSeconds ? seconds : null
}

/** Sends a request, and again as long as the API asks for it: on a busy machine it may not yet know whether a report can be printed. */
async function send(
  baseUrl: string,
  endpoint: Endpoint,
  { params = {}, query = {}, body }: CallOptions,
  token?: string,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (whole, name: string) => encodeURIComponent(params[name] ?? whole))
  const isForm = body instanceof FormData
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body && !isForm) headers.set('content-type', 'application/json')
  const url = new URL(`${path}?${new URLSearchParams(query)}`, baseUrl)
  const content = isForm ? body : body ? JSON.stringify(body) : null
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { method: endpoint.method, headers, body: content, signal: AbortSignal.timeout(30_000) })
    const seconds = secondsUntilRetry(response)
    if (seconds === null || tries === mostTries) return accepted(`${endpoint.method} ${endpoint.path}`, response)
    await delay(seconds * 1_000)
  }
}

/** Signs in as a user of the API at `baseUrl`. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<ApiSession> {
  const login = await send(baseUrl, authEndpoints.login, { body: { email, password } })
  const { token } = authEndpoints.login.response.parse(await login.json())
  if (!token) throw new Error(`${email} needs a second factor to sign in`)
  return {
    call: async (endpoint, options = {}) => endpoint.response.parse(await (await send(baseUrl, endpoint, options, token)).json()),
    download: async (endpoint, options = {}) => Buffer.from(await (await send(baseUrl, endpoint, options, token)).arrayBuffer()),
    authorization: `Bearer ${token}`,
    signOut: async () => void (await send(baseUrl, authEndpoints.logout, {}, token)),
  }
}
