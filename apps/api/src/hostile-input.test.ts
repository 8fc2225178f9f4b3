import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@readroom/contracts/endpoint'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { createCast } from '@readroom/db/testing/factories'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApi, type TestApi } from './testing/test-api.ts'

const parts = ['params', 'query', 'body', 'multipart'] as const
type Part = (typeof parts)[number]
type Fields = Record<string, unknown>

/** No field of any endpoint takes these. */
const refused = ['a\0b', 'a\u001b[2Jb', '\ud800', 'x\udfff', 'x'.repeat(100_000)]
/** Some take these, and none breaks by them. */
const odd = [
  '\u202egnp.exe',
  '\u200b',
  '',
  '0000-01-01',
  '9999-12-31',
  '-1',
  '1e999',
  '__proto__',
  "' or 1=1 --",
  '%00',
  '../../etc/passwd',
]
const wrongTypes: unknown[] = [null, 12, 1e308, true, [], [null], {}, { toString: 1 }, 'text']

const plausible: unknown[] = [
  ...[randomUUID(), 'person@readroom.example', '2026-01-01', '7d', '1', 'true', 'text', 'x'.repeat(43), '2026-01-01T00:00:00Z'],
  ...['00000000-00000000-00000000-00000000-00000000', '-uploadDate', 1, true, [], [randomUUID()], {}],
]

const shapeOf = (endpoint: Endpoint, part: Part): z.ZodObject | undefined =>
  part === 'multipart' ? endpoint.multipart?.fields : endpoint[part]

/** Something that the schema accepts, so that it is the one hostile field that is judged. */
function sample(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return undefined
  if (schema instanceof z.ZodObject) return sampleFields(schema)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return sample(schema.unwrap())
  const values = schema instanceof z.ZodEnum ? schema.options : plausible
  return values.find((value) => schema.safeParse(value).success)
}
function sampleFields(schema: z.ZodObject | undefined): Fields {
  return Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, sample(field)]))
}

/** Every field, and those within fields, as a path. */
function pathsOf(schema: z.ZodObject | undefined): string[][] {
  return Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field
    return inner instanceof z.ZodObject ? [[name], ...pathsOf(inner).map((path) => [name, ...path])] : [[name]]
  })
}

function withValue(fields: Fields, [name = '', ...rest]: string[], value: unknown): Fields {
  const inner = fields[name]
  const within = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...fields, [name]: rest.length === 0 ? value : withValue(within, rest, value) }
}

/** What a URL can carry of a value; half a character as somebody would write it who means harm. */
const inUrl = (value: unknown) =>
  Array.from(String(value), (character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80')).join('')
const queryOf = (fields: Fields) =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${inUrl(value)}`]))
    .join('&')

const boundary = 'a-boundary'
const multipartOf = (fields: Fields, file: string) => {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`],
  )
  const last = `--${boundary}\r\nContent-Disposition: form-data; name="${file}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n`
  return `${texts.join('')}${last}--${boundary}--\r\n`
}

function requestOf(endpoint: Endpoint, fields: Record<Part, Fields>) {
  const path = endpoint.path.replace(/:(\w+)|\*/g, (_whole, name: string | undefined) => inUrl(fields.params[name ?? '*'] ?? 'x'))
  const url = `${path}?${queryOf(fields.query)}`
  if (!endpoint.multipart) return { method: endpoint.method, url, ...(endpoint.body && { payload: fields.body }) }
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { method: endpoint.method, url, headers, payload: multipartOf(fields.multipart, endpoint.multipart.file.name) }
}

describe('hostile input', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    // That somebody is active is noted once a minute, whenever that is over on this machine.
    await api.db.execute(sql`update sessions set last_active_at = now() + interval '1 day'`)
  })
  afterAll(() => api.stop())

  /** Stands for everything that is stored. */
  async function fingerprint(): Promise<unknown> {
    const { rows } = await api.asOwner("select tablename as name from pg_tables where schemaname = 'public' order by 1")
    const each = z.array(z.object({ name: z.string() })).parse(rows)
    const sums = each.map(({ name }) => `(select coalesce(sum(hashtext(t::text)::bigint), 0) from "${name}" t) as "${name}"`)
    return (await api.asOwner(`select ${sums.join(', ')}`)).rows
  }

  const inputs = allEndpoints.filter((endpoint) => parts.some((part) => shapeOf(endpoint, part)))

  it.each(inputs.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', async (_name, endpoint) => {
    const base = Object.fromEntries(parts.map((part) => [part, sampleFields(shapeOf(endpoint, part))]))
    const fieldsWith = (part: Part, path: string[], value: unknown) => {
      const { params = {}, query = {}, body = {}, multipart = {} } = base
      const all: Record<Part, Fields> = { params, query, body, multipart }
      return { ...all, [part]: withValue(all[part], path, value) }
    }
    const call = async (part: Part, path: string[], value: unknown) => {
      const request = requestOf(endpoint, fieldsWith(part, path, value))
      const answers = [await api.request(request, cast.admin), await api.request(request)]
      return answers.map(({ statusCode }) => statusCode)
    }
    const places = parts.flatMap((part) => pathsOf(shapeOf(endpoint, part)).map((path) => ({ part, path })))

    const before = await fingerprint()
    for (const { part, path } of places) {
      // UTF-8, which URLs and forms are made of, has no halves of characters: they arrive as replacement characters.
      const values = part === 'body' ? [...refused, { a: 1 }] : refused.filter((value) => value.isWellFormed())
      for (const value of values) {
        const [asAdmin = 0, asNobody = 0] = await call(part, path, value)
        const what = [part, path.join('.'), JSON.stringify(value).slice(0, 20), asAdmin, asNobody]
        expect(asAdmin >= 400 && asAdmin < 500 && asNobody >= 400 && asNobody < 500, what.join(' ')).toBe(true)
      }
    }
    expect(await fingerprint()).toEqual(before)

    for (const { part, path } of places) {
      for (const value of part === 'body' ? [...odd, ...wrongTypes] : odd) {
        const statuses = await call(part, path, value)
        const what = [part, path.join('.'), JSON.stringify(value), ...statuses]
        // The tests' archive is down, which is said only after everything else has been checked.
        expect(
          statuses.every((status) => status < 500 || status === 503),
          what.join(' '),
        ).toBe(true)
      }
    }
    await api.db.execute(sql`delete from login_throttles`)
  })

  it.each([
    ['-uploadDate', '2026-02-31 00:00:00+00'],
    ['-uploadDate', '2026-01-01 25:00:00+00'],
    ['-uploadDate', '0000-01-01 00:00:00+00'],
    ['-uploadDate', '999999-12-31 00:00:00+00'],
    ['dueDate', '1.5'],
    ['studyDate', '2026-13-01'],
    ['studyDate', '0000-01-01'],
    ['patientName', 'a\0b'],
    ['patientName', '\ud800'],
  ])('a position in a list that cannot be is refused (%s, %j)', async (sort, value) => {
    const cursor = Buffer.from(JSON.stringify([sort.replace('-', ''), value, randomUUID()])).toString('base64url')
    const answer = await api.request({ method: 'GET', url: `/api/admin/studies?sort=${sort}&cursor=${cursor}` }, cast.admin)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST'])
  })

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['another boundary', 'multipart/form-data; boundary=other', multipartOf({}, 'file')],
    ['no end', `multipart/form-data; boundary=${boundary}`, multipartOf({}, 'file').slice(0, -30)],
    ['nothing in it', `multipart/form-data; boundary=${boundary}`, 'x'],
    [
      'headers that are none',
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\nnonsense\r\n\r\nx\r\n--${boundary}--`,
    ],
  ])("a form with %s is the sender's mistake", async (_name, type, payload) => {
    const url = `/api/documents/study/${randomUUID()}/upload`
    const answer = await api.request({ method: 'POST', url, headers: { 'content-type': type }, payload }, cast.admin)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json()).toMatchObject({ success: false })
  })

  it.each(['Zoë\u200b', '\u200b\u200d', '\u202eevE', '\ud800', 'a\0b', '\u2066x'])(
    'an account is not named %j',
    async (fullName) => {
      const payload = { fullName, email: `${randomUUID()}@readroom.example`, password: 'a fine password' }
      const answer = await api.request({ method: 'POST', url: '/api/admin/admins/register', payload }, cast.admin)
      // A joiner within a name that is seen is part of some scripts.
      expect(answer.statusCode).toBe(fullName.startsWith('Zoë') ? 200 : 400)
    },
  )
})
