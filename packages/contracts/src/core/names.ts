/** Splits a person's name on the first space. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const space = fullName.indexOf(' ')
  if (space < 0) return { firstName: fullName, lastName: '' }
  return { firstName: fullName.slice(0, space), lastName: fullName.slice(space + 1).trim() }
}
