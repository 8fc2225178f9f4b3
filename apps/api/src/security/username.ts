/** The part of an address before the @, in letters that a username may have; a number is added where it is taken. */
export async function usernameOf(email: string, listTaken: (base: string) => Promise<ReadonlySet<string>>): Promise<string> {
  const base = email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\s/g, '') || 'admin'
  const taken = await listTaken(base)
  if (!taken.has(base)) return base
  const isFree = (number: number) => !taken.has(`${base}${number}`)
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => index + 2)
  return `${base}${numbers.find(isFree)}`
}
