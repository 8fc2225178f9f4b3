import { AppError } from '@readroom/contracts/core/errors'
import type { FastifyRequest } from 'fastify'

/** The names of FHIR's JSON in `_format` and `Accept` (FHIR R4, 3.1.0.1.11). */
const jsonNames = new Set(['json', 'application/json', 'application/fhir+json', 'text/json'])
const anything = new Set(['*/*', 'application/*'])

/** Returns the media types of an `Accept` header without their parameters. Refused ones (`q=0`) are left out. */
const acceptedTypes = (header: string): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .flatMap(([type = '', ...parameters]) => (parameters.some((each) => /^q=0(\.0*)?$/.test(each)) ? [] : [type]))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Moves the parameters in the address of a search by form to those of its form: they may stand in both (FHIR R4, 3.1.1.1.2). */
export async function joinForm({ query, body, headers }: FastifyRequest): Promise<void> {
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
  if (!isForm || !isRecord(query) || !isRecord(body)) return
  for (const [name, value] of Object.entries(query)) {
    // A parameter that stands twice is refused.
    body[name] = Object.hasOwn(body, name) ? [body[name], value].flat() : value
    delete query[name]
  }
}

/** Returns the names of the format in parameters, and takes them out. */
function takeFormat(parameters: unknown): string[] | null {
  if (!isRecord(parameters) || !('_format' in parameters)) return null
  const { _format } = parameters
  delete parameters._format
  return [_format].flat().map((name) => String(name).toLowerCase().split(';')[0]?.trim().replace(' ', '+') ?? '')
}

/** Refuses a request for a resource in another format than JSON. `_format` goes before `Accept`. Throws FHIR_FORMAT_UNSUPPORTED. */
export async function demandJson({ query, body, headers }: FastifyRequest): Promise<void> {
  const named = takeFormat(query) ?? takeFormat(body)
  const isServed = named
    ? named.every((name) => jsonNames.has(name))
    : headers.accept === undefined || acceptedTypes(headers.accept).some((type) => jsonNames.has(type) || anything.has(type))
  if (!isServed) throw new AppError('FHIR_FORMAT_UNSUPPORTED')
}
