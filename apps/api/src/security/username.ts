/** The part of an address before the @, in small letters that a username may have. */
export const usernameBase = (email: string): string =>
  email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\s/g, '') || 'admin'

/** The base, with a number behind it where it is taken. `taken`: in small letters. */
export function freeUsername(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => index + 2)
  return `${base}${numbers.find((number) => !taken.has(`${base}${number}`))}`
}
