/** A token of a search: the value, and its system if the client names one. */
export type SearchToken = { system: string | null; value: string }

/** A backslash makes a comma, a bar, a dollar sign or a backslash part of the text (FHIR R4, 3.1.1.4.0.1). */
const unescaped = (text: string) => text.replace(/\\([,|$\\])/g, '$1')
/** The text up to the next bar that no backslash is before. */
const part = /(?:\\[,|$\\]|\\(?![,|$\\])|[^\\|])*/y

function readToken(text: string): SearchToken {
  part.lastIndex = 0
  const [first = ''] = part.exec(text) ?? []
  if (first.length === text.length) return { system: null, value: unescaped(text) }
  return { system: unescaped(first), value: unescaped(text.slice(first.length + 1)) }
}

/** Reads one or several of `value` or `system|value`, separated by commas: one of them is looked for. */
export const readTokens = (text: string): SearchToken[] =>
  (text.match(/(?:\\[,|$\\]|\\(?![,|$\\])|[^\\,])+/g) ?? []).map(readToken)

/** Returns the values that may be numbers of the system; undefined if nothing is looked for. */
export const valuesOf = (tokens: readonly SearchToken[] | undefined, system: string): string[] | undefined =>
  tokens?.filter((token) => isOfSystem(token, system)).map(({ value }) => value)

/** Returns true if the token may be a number of the system. */
export const isOfSystem = (token: SearchToken, system: string): boolean => token.system === null || token.system === system
