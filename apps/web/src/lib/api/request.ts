import type { CallInput, Endpoint } from '@readroom/contracts/core/endpoint'
import { ErrorBody } from '@readroom/contracts/core/endpoint'
import { ApiError } from './api-error.ts'

export type RequestInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** The input that a caller passes for an endpoint. */
export type InputOf<E extends Endpoint> = CallInput<E> & RequestInput

/** Returns the path with its encoded parameters filled in and the query appended. */
export function buildUrl(path: string, { params, query }: RequestInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The fields read from an error. One from another service may lack a code. */
const Refusal = ErrorBody.partial({ success: true, code: true })

/** Returns the milliseconds of a `Retry-After` header that is in seconds, as the API's always is. */
export function readRetryAfter(header: string | null): number | undefined {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined
}

/** Returns the error for an unsuccessful response. */
export function toApiError(status: number, text: string): ApiError {
  const { data } = Refusal.safeParse(parseJson(text))
  if (data?.message) return new ApiError(data.code ?? 'REFUSED', status, data.message, data)
  if (status >= 502)
    return new ApiError('UNEXPECTED', status, 'The service is not available at the moment. Please try again shortly.')
  return new ApiError('UNEXPECTED', status, 'An unexpected error occurred. Please try again.')
}
