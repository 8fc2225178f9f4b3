import type { IncomingHttpHeaders } from 'node:http'

/** Bytes from `start` to `end`, both included. */
export type WantedRange = { start: number; end: number }

/**
 * Returns the requested part of a file (RFC 9110, 14.2). Null means the whole file: for several parts, for a header that is not understood,
 * and if `If-Range` names another version of the file.
 */
export function wantedRange(headers: IncomingHttpHeaders, size: number, etag: string): WantedRange | 'beyond' | null {
  const { range, 'if-range': ifRange } = headers
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range ?? '') ?? []
  if (first + last === '' || (ifRange !== undefined && ifRange !== etag)) return null
  if (first === '') return ofLast(Number(last), size)
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'beyond'
}

function ofLast(count: number, size: number): WantedRange | 'beyond' {
  return count > 0 && size > 0 ? { start: Math.max(0, size - count), end: size - 1 } : 'beyond'
}
