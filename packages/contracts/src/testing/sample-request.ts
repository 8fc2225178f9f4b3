import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'

export const parts = ['params', 'query', 'body', 'multipart'] as const
export type Part = (typeof parts)[number]
export type Fields = Record<string, unknown>

const someId = '5f0f3d5e-2c61-4f5c-9d0e-6a4c2b7f9e10'

const plausible: unknown[] = [
  someId,
  'person@readroom.example',
  '2026-01-01',
  '7d',
  '1',
  'true',
  'text',
  'x'.repeat(43),
  '2026-01-01T00:00:00Z',
  '00000000-00000000-00000000-00000000-00000000',
  '-uploadDate',
  1,
  true,
  [],
  [someId],
  {},
]

export const shapeOf = (endpoint: Endpoint, part: Part): z.ZodObject | undefined =>
  part === 'multipart' ? endpoint.multipart?.fields : endpoint[part]

/** Something that the schema accepts, so that it is the one hostile field that is judged. */
function sample(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return undefined
  if (schema instanceof z.ZodObject) return sampleFields(schema)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return sample(schema.unwrap())
  const values = schema instanceof z.ZodEnum ? schema.options : plausible
  return values.find((value) => schema.safeParse(value).success)
}
/** Returns the same for every field of an object. */
export function sampleFields(schema: z.ZodObject | undefined): Fields {
  return Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, sample(field)]))
}

/** Every field, and those within fields, as a path. */
export function pathsOf(schema: z.ZodObject | undefined): string[][] {
  return Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field
    return inner instanceof z.ZodObject ? [[name], ...pathsOf(inner).map((path) => [name, ...path])] : [[name]]
  })
}

/** Returns the fields with another value at a path. */
export function withValue(fields: Fields, [name = '', ...rest]: string[], value: unknown): Fields {
  const inner = fields[name]
  const within = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...fields, [name]: rest.length === 0 ? value : withValue(within, rest, value) }
}

/** Encodes a value for a URL. Half a surrogate pair becomes the percent-encoding that an attacker would write. */
const inUrl = (value: unknown) =>
  Array.from(String(value), (character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80')).join('')
const queryOf = (fields: Fields) =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${inUrl(value)}`]))
    .join('&')

export const boundary = 'a-boundary'
export const multipartOf = (fields: Fields, file: string) => {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`],
  )
  const last = `--${boundary}\r\nContent-Disposition: form-data; name="${file}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n`
  return `${texts.join('')}${last}--${boundary}--\r\n`
}

/** Returns the request that an HTTP client sends for these fields. */
export function requestOf(endpoint: Endpoint, fields: Record<Part, Fields>) {
  const path = endpoint.path.replace(/:(\w+)|\*/g, (_whole, name: string | undefined) => inUrl(fields.params[name ?? '*'] ?? 'x'))
  const url = `${path}?${queryOf(fields.query)}`
  if (!endpoint.multipart) return { method: endpoint.method, url, ...(endpoint.body && { payload: fields.body }) }
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { method: endpoint.method, url, headers, payload: multipartOf(fields.multipart, endpoint.multipart.file.name) }
}
