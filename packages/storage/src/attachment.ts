import { create } from 'content-disposition'

const MAX_LENGTH = 150

/**
 * The Content-Disposition of a file that is saved, never shown (RFC 6266; names outside ASCII by RFC 8187, with a plain fallback).
 * Path separators control characters and broken Unicode, which a name may carry from a scanner, become `_`; overlong names are cut before their extension.
 */
export function attachment(fileName: string): string {
  const safe = [...fileName].map((char) => (isUnsafe(char) ? '_' : char))
  const dot = safe.lastIndexOf('.')
  const extension = dot > 0 && safe.length - dot <= 10 ? safe.splice(dot) : []
  const name = [...safe.slice(0, MAX_LENGTH - extension.length), ...extension].join('')
  return create(name === '' ? 'download' : name)
}

function isUnsafe(char: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}/\\]/u.test(char)
}
