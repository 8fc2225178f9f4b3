import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './core/endpoint.ts'
import { type ErrorCode, errorTable } from './core/errors.ts'
import { permissions } from './core/permissions.ts'
import { allEndpoints } from './endpoint-table.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const JsonSchema = z.object({
  type: z.string().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** The paths of strings and arrays that a caller could make as long as they like. */
function unbounded(schema: unknown, path: string): string[] {
  const {
    type,
    maxLength,
    pattern,
    format,
    enum: values,
    const: only,
    maxItems,
    items,
    properties = {},
    anyOf = [],
  } = JsonSchema.parse(schema)
  const isOpenString = type === 'string' && !maxLength && !pattern && !format && !values && only === undefined
  const isOpenArray = type === 'array' && maxItems === undefined
  return [
    ...(isOpenString || isOpenArray ? [path] : []),
    ...(items ? unbounded(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, property]) => unbounded(property, `${path}.${name}`)),
    ...anyOf.flatMap((option) => unbounded(option, path)),
  ]
}

const inputsOf = ({ params, query, body, multipart }: Endpoint) =>
  Object.entries({ params, query, body, fields: multipart?.fields }).flatMap(([part, schema]) =>
    schema ? [{ part, schema }] : [],
  )

describe.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  it('bounds every string and array it accepts', () => {
    const open = inputsOf(endpoint).flatMap(({ part, schema }) => unbounded(z.toJSONSchema(schema, { io: 'input' }), part))
    expect(open).toEqual([])
  })

  it('declares who may call it, what it answers and which errors', () => {
    expect(['public', 'signed-in', 'fhir-client', ...Object.keys(permissions)]).toContain(endpoint.access)
    expect(endpoint.summary.length).toBeGreaterThan(5)
    expect(endpoint.errors.filter((code) => !(code in errorTable))).toEqual([])
    const hiding: readonly ErrorCode[] = ['STUDY_NOT_FOUND', 'PATIENT_NOT_FOUND']
    if (endpoint.scope === 'study') expect(endpoint.errors.some((code) => hiding.includes(code))).toBe(true)
  })

  it('names every parameter of its path', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)|(\*)/g)].map(([, name, rest]) => name ?? rest)
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(named)
  })
})

it('has each method and path once', () => {
  const names = allEndpoints.map(nameOf)
  expect(names).toEqual([...new Set(names)])
})
