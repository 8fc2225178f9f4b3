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

/** Returns the names of the format in a query, and takes them out of it. */
function takeFormat(query: unknown): string[] | null {
  if (typeof query !== 'object' || query === null || !('_format' in query)) return null
  const { _format } = query
  delete query._format
  return [_format].flat().map((name) => String(name).toLowerCase().split(';')[0]?.trim().replace(' ', '+') ?? '')
}

/** Refuses a request for a resource in another format than JSON. `_format` goes before `Accept`. Throws FHIR_FORMAT_UNSUPPORTED. */
export async function demandJson({ query, headers }: FastifyRequest): Promise<void> {
  const named = takeFormat(query)
  const isServed = named
    ? named.every((name) => jsonNames.has(name))
    : headers.accept === undefined || acceptedTypes(headers.accept).some((type) => jsonNames.has(type) || anything.has(type))
  if (!isServed) throw new AppError('FHIR_FORMAT_UNSUPPORTED')
}
