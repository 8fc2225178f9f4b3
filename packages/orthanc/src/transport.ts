import { Buffer } from 'node:buffer'
import { type Dispatcher, errors, Pool } from 'undici'
import type { z } from 'zod'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from './errors.ts'

export type OrthancAddress = { url: string; username: string; password: string }
export type GetOptions = { headers?: Record<string, string>; signal?: AbortSignal | undefined }

const TIMEOUT_MS = 30_000
const MAX_BYTES = 64 * 1024 * 1024

/** Reads from the archive over reused connections. Never writes. `timeoutMs`: without a byte for so long, an answer is given up. */
export function openTransport({ url, username, password }: OrthancAddress, timeoutMs = TIMEOUT_MS) {
  const { origin, pathname } = new URL(url)
  const root = pathname.replace(/\/$/, '')
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const pool = new Pool(origin, {
    connections: 16,
    connect: { timeout: 5_000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // Orthanc announces one second; with the default threshold of two, no connection would ever be used again.
    keepAliveTimeoutThreshold: 500,
  })

  async function send(path: string, { headers = {}, signal }: GetOptions): Promise<Dispatcher.ResponseData> {
    const options = { path: root + path, method: 'GET' as const, headers: { ...headers, authorization }, signal: signal ?? null }
    try {
      return await pool.request(options).catch((error: unknown) => {
        // Orthanc closed an idle connection just as we used it: a read may be asked again.
        if (error instanceof errors.SocketError) return pool.request(options)
        throw error
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new OrthancDown(path, null, error)
    }
  }

  /** Answers 200 or throws; the body of anything else is thrown away. */
  async function open(path: string, options: GetOptions = {}): Promise<Dispatcher.ResponseData> {
    const response = await send(path, options)
    if (response.statusCode === 200) return response
    await response.body.dump().catch(() => {})
    throw refusal(path, response.statusCode)
  }

  async function readBytes(path: string, maxBytes = MAX_BYTES, options: GetOptions = {}): Promise<Buffer> {
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

  const readText = async (path: string, maxBytes = MAX_BYTES, options: GetOptions = {}) =>
    (await readBytes(path, maxBytes, options)).toString('utf8')

  async function readJson<T>(path: string, schema: z.ZodType<T>, options: GetOptions = {}): Promise<T> {
    const parsed = schema.safeParse(parseJson(path, await readText(path, MAX_BYTES, options)))
    if (parsed.success) return parsed.data
    // Only where it differs: the values are a patient's.
    const places = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} ${issue.code}`)
    throw new OrthancBadAnswer(`${path}: unexpected ${places.join(', ')}`)
  }

  return { send, open, readText, readBytes, readJson, close: () => pool.destroy() }
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
