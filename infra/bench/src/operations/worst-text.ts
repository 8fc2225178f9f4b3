import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import {
  type Fields,
  type Part,
  parts,
  pathsOf,
  requestOf,
  sampleFields,
  shapeOf,
  withValue,
} from '@readroom/contracts/testing/sample-request'
import { Pool } from 'undici'
import { createAdmins } from '../core/api-process.ts'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { time } from '../core/statistics.ts'

const limitMs = 250
/** A delay by chance does not happen three times. */
const tries = 3
const list = '/api/admin/studies?limit=20'

/** Texts that expressions, parsers and normalisation take long for, by what they repeat. */
const repeated = ['[', '(', '<', ' ', 'a', '0', '-', '{{', '@.', 'e\u0301', '\u{1f469}\u200d', '\n']
/** As long as the largest field, a usual one and a short one may be; an address has room for less. */
const lengths = { body: [200_000, 10_000, 400], url: [4_000, 400] }
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

function worstOf(part: Part): unknown[] {
  const isBody = part === 'body' || part === 'multipart'
  const texts = repeated.flatMap((unit) =>
    lengths[isBody ? 'body' : 'url'].map((length) => unit.repeat(Math.floor(length / unit.length))),
  )
  return part === 'body' ? [...texts, nested(3_000)] : texts
}

/** Every text in every field of an endpoint, whose other fields are in order. */
function* requestsOf(endpoint: Endpoint) {
  const fields = (part: Part) => sampleFields(shapeOf(endpoint, part))
  const base: Record<Part, Fields> = {
    params: fields('params'),
    query: fields('query'),
    body: fields('body'),
    multipart: fields('multipart'),
  }
  for (const part of parts) {
    for (const path of pathsOf(shapeOf(endpoint, part))) {
      for (const value of worstOf(part)) yield requestOf(endpoint, { ...base, [part]: withValue(base[part], path, value) })
    }
  }
}

type Api = { origin: string; signIn: (email: string) => Promise<string> }

/** Sends all of an endpoint's requests. A caller who is signed out by one of them signs in again. */
async function attack(pool: Pool, endpoint: Endpoint, signIn: () => Promise<string>): Promise<void> {
  let token = await signIn()
  for (const { method, url, payload, headers } of requestsOf(endpoint)) {
    const isForm = typeof payload === 'string'
    const { statusCode, body } = await pool.request({
      method,
      path: url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: payload === undefined ? null : isForm ? payload : JSON.stringify(payload),
    })
    await body.dump()
    if (statusCode === 401) token = await signIn()
  }
}

/** The longest that somebody else waits for an answer while `work` runs. */
async function longestWait(ask: () => Promise<unknown>, work: Promise<void>): Promise<number> {
  let going = true
  const ended = work.finally(() => {
    going = false
  })
  let longest = 0
  while (going) longest = Math.max(longest, await time(ask))
  await ended
  return longest
}

async function measure({ origin, signIn }: Api, email: string, endpoint: Endpoint, ask: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < tries && least > limitMs; tried++) {
    const pool = new Pool(origin, { connections: 1 })
    least = Math.min(
      least,
      await longestWait(
        ask,
        attack(pool, endpoint, () => signIn(email)),
      ),
    )
    await pool.close()
  }
  return least
}

/** Measures the wait of others while somebody sends the worst text in every field of every endpoint. */
export async function benchWorstText(): Promise<Figure[]> {
  return withApi({ studies: 0 }, async ({ databaseUrl, api }) => {
    const [email = ''] = await createAdmins(databaseUrl, 1)
    const others = new Pool(api.origin, { connections: 2 })
    const health = async () => (await others.request({ method: 'GET', path: '/healthz' })).body.dump()
    const ask = async () => Promise.all([health(), api.get(list)])
    const waits: { name: string; ms: number }[] = []
    const attacked = allEndpoints.filter((endpoint) => parts.some((part) => shapeOf(endpoint, part)))
    for (const endpoint of attacked) {
      waits.push({ name: `${endpoint.method} ${endpoint.path}`, ms: await measure(api, email, endpoint, ask) })
    }
    await others.close()
    const sorted = waits.sort((a, b) => b.ms - a.ms)
    for (const { name, ms } of sorted.filter(({ ms }) => ms > limitMs)) console.log(`  ${name}: others wait ${ms.toFixed(0)} ms`)
    const [worst] = sorted
    const name = `longest wait of others while the worst texts are sent to ${attacked.length} endpoints (${worst?.name})`
    return [{ name, value: worst?.ms ?? Number.NaN, unit: ' ms', limit: limitMs }]
  })
}
