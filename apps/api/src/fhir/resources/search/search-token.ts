/** A token of a search: the value, and its system if the client names one. */
export type SearchToken = { system: string | null; value: string }

/** Reads `value` or `system|value`. */
export function readToken(text: string): SearchToken {
  const bar = text.indexOf('|')
  return bar < 0 ? { system: null, value: text } : { system: text.slice(0, bar), value: text.slice(bar + 1) }
}

/** Returns true if the token may be a number of the system. */
export const isOfSystem = (token: SearchToken, system: string): boolean => token.system === null || token.system === system
