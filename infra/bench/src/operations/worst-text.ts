import { hash } from '@node-rs/argon2'
import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { Confirmation } from '@readroom/contracts/reading/report-drafts'
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
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { openDatabase } from '@readroom/db/core/client'
import { createAssignment, createDoctor, createStudy, createUser } from '@readroom/db/testing/factories'
import { signIn as signInTo } from '@readroom/demo/api-client'
import fc from 'fast-check'
import { Pool } from 'undici'
import { createAdmins, password } from '../core/api-process.ts'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { time } from '../core/statistics.ts'

const limitMs = 250
/** The texts of each endpoint, and the time for all. */
const textsOfEndpoint = 8
const secondsOfTexts = 30
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

const shuffled = <T>(all: readonly T[], seed: number): T[] =>
  fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), { seed, numRuns: 1 })[0] ?? []

type Request = ReturnType<typeof requestOf>
type Work = () => Promise<unknown>

/** Sends requests one by one. A caller who is signed out by one of them signs in again. */
async function send(pool: Pool, requests: readonly Request[], signIn: () => Promise<string>): Promise<void> {
  let token = await signIn()
  for (const { method, url, payload, headers } of requests) {
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

/** Returns the longest that somebody else waits for an answer while `work` runs. Measures again while it is too long, and returns the least. */
async function longestWait(ask: Work, work: Work): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < tries && least > limitMs; tried++) {
    let going = true
    const ended = work().finally(() => {
      going = false
    })
    let longest = 0
    while (going) longest = Math.max(longest, await time(ask))
    await ended
    least = Math.min(least, longest)
  }
  return least
}

/** Words that are slow to check or to print when a report of 190,000 characters repeats them. */
const words = ['no ', 'left ', '1 mm ', 'No fracture. ', 'fracture, ', 'word\n']
const reportLength = 190_000

const sectionOf = (id: string, text: string) => ({
  type: 'section' as const,
  attrs: { id, origin: '' },
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
})

/** Saves a report whose findings repeat a word. Returns its signature, which may be refused. */
async function writeReport(databaseUrl: string, origin: string, word: string): Promise<Work> {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const { user, doctor } = await createDoctor(db)
  const { id: assignedBy } = await createUser(db, 'admin')
  const { id: studyId } = await createStudy(db, { status: 'assigned_to_doctor', settledAt: new Date() })
  await createAssignment(db, { studyId, doctorId: doctor.id, assignedBy })
  await storeOwnPassword(db, user.id, await hash(password))
  await close()
  const api = await signInTo(origin, user.email, password)
  const [params, windowId] = [{ studyId }, crypto.randomUUID()]
  const { fence } = await api.call(readingEndpoints.hold, { params, body: { windowId } })
  const findings = word.repeat(Math.floor(reportLength / word.length))
  const content = { type: 'doc' as const, content: [sectionOf('findings', findings), sectionOf('impression', 'Normal.')] }
  const held = { windowId, fence }
  const { revision } = await api.call(readingEndpoints.save, {
    params,
    body: { ...held, revision: 0, kind: 'original', content },
  })
  const confirmed = [...Confirmation.options]
  return () => {
    const signature = { meaning: 'final', confirmed, password, requestId: crypto.randomUUID() } as const
    return api.call(readingEndpoints.sign, { params, body: { ...held, revision, ...signature } }).catch(() => {})
  }
}

type Wait = { name: string; ms: number }

function figureOf(name: string, waits: readonly Wait[]): Figure {
  const sorted = waits.toSorted((a, b) => b.ms - a.ms)
  for (const wait of sorted.filter(({ ms }) => ms > limitMs)) console.log(`  ${wait.name}: others wait ${wait.ms.toFixed(0)} ms`)
  return { name: `${name} (${sorted[0]?.name})`, value: sorted[0]?.ms ?? Number.NaN, unit: ' ms', limit: limitMs }
}

/**
 * Measures the wait of others while somebody signs the slowest reports, and sends the worst texts in fields of endpoints: some of each by chance, within
 * a minute, or with the parameter `all` every one of them.
 */
export async function benchWorstText([which]: string[]): Promise<Figure[]> {
  return withApi({ studies: 0 }, async ({ databaseUrl, api }) => {
    const [email = ''] = await createAdmins(databaseUrl, 1)
    const others = new Pool(api.origin, { connections: 2 })
    const health = async () => (await others.request({ method: 'GET', path: '/healthz' })).body.dump()
    const ask = () => Promise.all([health(), api.get(list)])
    const signed: Wait[] = []
    for (const word of words) {
      const sign = await writeReport(databaseUrl, api.origin, word)
      signed.push({ name: `“${word.trim()}”`, ms: await longestWait(ask, sign) })
    }
    const waits: Wait[] = []
    const [pool, until] = [new Pool(api.origin, { connections: 1 }), performance.now() + secondsOfTexts * 1_000]
    const seed = Date.now()
    let sent = 0
    const attacked = allEndpoints.filter((endpoint) => parts.some((part) => shapeOf(endpoint, part)))
    for (const endpoint of shuffled(attacked, seed)) {
      if (which !== 'all' && performance.now() > until) break
      const all = [...requestsOf(endpoint)]
      const chosen = which === 'all' ? all : shuffled(all, seed).slice(0, textsOfEndpoint)
      const ms = await longestWait(ask, () => send(pool, chosen, () => api.signIn(email)))
      waits.push({ name: `${endpoint.method} ${endpoint.path}`, ms })
      sent += chosen.length
    }
    await Promise.all([others.close(), pool.close()])
    return [
      figureOf(`longest wait of others while reports of ${reportLength} characters are signed`, signed),
      figureOf(`the same while ${sent} of the worst texts are sent to ${waits.length} of ${attacked.length} endpoints`, waits),
    ]
  })
}
