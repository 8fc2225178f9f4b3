import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { Client, type Dispatcher, errors, Pool } from 'undici'
import { z } from 'zod'
import { ResourceId, Series } from './answers.ts'
import { checkCall } from './archive-calls.ts'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from './errors.ts'

export type OrthancAddress = { url: string; username: string; password: string }

/** The time limits of requests to the image archive. A frozen archive keeps its connections open and answers nothing. */
export type OrthancLimits = {
  /** Until an answer begins, waiting for a free connection included. */
  answerMs: number
  /** Until more of an answer comes. The whole may take as long as it progresses. */
  silenceMs: number
  /**
   * Left out: only `answerMs` counts. Otherwise an archive that says nothing for so long is asked whether it is there, and is down if that
   * has no answer within the same time: a long request to a busy archive goes on, one to a frozen archive ends.
   */
  aliveMs?: number
}

/** `OrthancLimits.aliveMs` for an archive that answers, but cannot read a study's files: so long it has for one of its images. */
const readableMs = 3_500
/** Most answers are there by then, and nobody asks. */
const patienceMs = 500

export type AskOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Replaces the limit of all questions, for one whose answer takes the archive long to begin. */
  answerMs?: number | undefined
  /** Orthanc's id of the study whose files it reads for the answer. If it cannot read one of them in 3.5 s it is down: see `aliveMs`. */
  study?: string | undefined
  /** Makes it a POST: for the questions that Orthanc takes in a body. A stream is sent once. */
  body?: string | Readable
  method?: 'DELETE'
  /** Waits for the question's turn. The time limits run meanwhile, and the signal aborts at their end. Its own errors are thrown as they are. */
  turn?: (signal: AbortSignal) => Promise<void>
}

const patient: OrthancLimits = { answerMs: 30_000, silenceMs: 30_000 }
const MAX_BYTES = 64 * 1024 * 1024

/** Asks every `everyMs` whether the archive is well, and aborts `late` if not. Returns the end of it. Every image waits for this: timers cost the least. */
function watch(late: AbortController, everyMs: number, isWell: () => Promise<boolean>): () => void {
  let timer = setTimeout(look, everyMs).unref()
  let isOver = false
  async function look(): Promise<void> {
    if (!(await isWell())) late.abort()
    if (!isOver) timer = setTimeout(look, everyMs).unref()
  }
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Asks the archive over reused connections. */
export function openTransport({ url, username, password }: OrthancAddress, limits: Partial<OrthancLimits> = {}) {
  const { answerMs: usualMs, silenceMs, aliveMs } = { ...patient, ...limits }
  const { origin, pathname } = new URL(url)
  const root = pathname.replace(/\/$/, '')
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const pool = new Pool(origin, {
    connections: 16,
    connect: { timeout: 5_000 },
    // Counted by `send`, because a question may also wait for a connection.
    headersTimeout: 0,
    bodyTimeout: silenceMs,
    // Orthanc announces one second; with the default threshold of two, no connection would ever be used again.
    keepAliveTimeoutThreshold: 500,
  })

  // Of its own: the others may all be waiting.
  const aliveClient = new Client(origin, { connect: { timeout: 5_000 }, headersTimeout: 0, pipelining: 0 })

  const isAlive = (withinMs: number): Promise<boolean> => {
    const question = { path: `${root}/system`, method: 'GET', headers: { authorization } } as const
    return aliveClient.request({ ...question, signal: AbortSignal.timeout(withinMs) }).then(
      async ({ body }) => body.dump().then(() => true),
      () => false,
    )
  }

  // Of their own for the same reason.
  const probes = new Pool(origin, { connect: { timeout: 5_000 }, headersTimeout: 0, keepAliveTimeoutThreshold: 500 })

  /** Reports whether the archive can read a file of the study. Ignores the content: an answer is enough. */
  async function readsFiles(study: string): Promise<boolean> {
    const signal = AbortSignal.timeout(readableMs)
    const ask = (path: string) => probes.request({ path: root + path, method: 'GET', headers: { authorization }, signal })
    try {
      const { body } = await ask(`/studies/${ResourceId.parse(study)}/series`)
      const [series] = z.array(Series).safeParse(await body.json().catch(() => null)).data ?? []
      const image = series?.Instances[0]
      if (image !== undefined) await (await ask(`/instances/${image}/simplified-tags`)).body.dump()
      return true
    } catch {
      return !signal.aborted
    }
  }

  const asked = new Map<string, Promise<boolean>>()
  /** However many wait for a study, the archive is asked for one of its files once at a time. */
  function isReadable(study: string): Promise<boolean> {
    const known = asked.get(study)
    if (known) return known
    const answer = readsFiles(study).finally(() => asked.delete(study))
    asked.set(study, answer)
    return answer
  }

  async function send(path: string, question: AskOptions): Promise<Dispatcher.ResponseData> {
    const { headers = {}, signal, answerMs = usualMs, body, study } = question
    checkCall(path, headers.accept)
    const { method = body === undefined ? 'GET' : 'POST' } = question
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), answerMs)
    const watches = [
      ...(aliveMs === undefined ? [] : [watch(late, aliveMs, () => isAlive(aliveMs))]),
      ...(aliveMs === undefined || study === undefined ? [] : [watch(late, patienceMs, () => isReadable(study))]),
    ]
    const ending = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const options = {
      path: root + path,
      method,
      body: body ?? null,
      headers: { ...headers, authorization },
      signal: ending,
    }
    let isTurn = question.turn === undefined
    try {
      await question.turn?.(ending)
      isTurn = true
      return await pool.request(options).catch((error: unknown) => {
        // Orthanc closed an idle connection just as we used it: a question may be asked again.
        if (error instanceof errors.SocketError && !(body instanceof Readable)) return pool.request(options)
        throw error
      })
    } catch (error) {
      if (signal?.aborted || (!isTurn && !late.signal.aborted)) throw error
      throw new OrthancDown(path, null, error)
    } finally {
      clearTimeout(timer)
      for (const end of watches) end()
    }
  }

  /** Resolves with 200 or throws; the body of anything else is thrown away. */
  async function open(path: string, options: AskOptions = {}): Promise<Dispatcher.ResponseData> {
    const response = await send(path, options)
    if (response.statusCode === 200) return response
    await response.body.dump().catch(() => {})
    throw refusal(path, response.statusCode)
  }

  async function readBytes(path: string, maxBytes = MAX_BYTES, options: AskOptions = {}): Promise<Buffer> {
    const { body } = await open(path, options)
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of body) {
        chunks.push(chunk)
        size += chunk.length
        if (size > maxBytes) break
      }
    } catch (error) {
      throw new OrthancDown(path, null, error)
    }
    if (size > maxBytes) throw new OrthancBadAnswer(`${path}: more than ${maxBytes} bytes`)
    return Buffer.concat(chunks)
  }

  const readText = async (path: string, maxBytes = MAX_BYTES, options: AskOptions = {}) =>
    (await readBytes(path, maxBytes, options)).toString('utf8')

  async function readJson<T>(path: string, schema: z.ZodType<T>, options: AskOptions = {}): Promise<T> {
    const parsed = schema.safeParse(parseJson(path, await readText(path, MAX_BYTES, options)))
    if (parsed.success) return parsed.data
    // Only if it differs: the values are a patient's.
    const places = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} ${issue.code}`)
    throw new OrthancBadAnswer(`${path}: unexpected ${places.join(', ')}`)
  }

  return {
    send,
    open,
    readText,
    readBytes,
    readJson,
    close: async () => void (await Promise.all([pool, aliveClient, probes].map((client) => client.destroy()))),
  }
}

function refusal(path: string, status: number): Error {
  if (status === 404) return new OrthancNotFound(path)
  return status >= 500 ? new OrthancDown(path, status) : new OrthancBadAnswer(`${path}: answered ${status}`)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OrthancBadAnswer(`${path}: not JSON`)
  }
}
