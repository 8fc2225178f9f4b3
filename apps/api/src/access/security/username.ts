/** Returns the part of an address before the @, lower-cased and without spaces. */
export const usernameBase = (email: string): string =>
  email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\s/g, '') || 'admin'

/** Returns the base, followed by a number if it is taken. `taken` is in lower case. */
export function freeUsername(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => index + 2)
  return `${base}${numbers.find((number) => !taken.has(`${base}${number}`))}`
}
