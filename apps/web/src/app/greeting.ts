/** Specification 1, section 2: morning for hours 5 to 11, afternoon for 12 to 17, otherwise evening. */
export function greetingAt(hour: number): string {
  if (hour >= 5 && hour <= 11) return 'Good morning'
  if (hour >= 12 && hour <= 17) return 'Good afternoon'
  return 'Good evening'
}

/** The first letters of the first and the last name, without a title. */
export function initialsOf(fullName: string): string {
  const words = fullName
    .trim()
    .replace(/^(dr|prof|mr|mrs|ms)\.?\s+/i, '')
    .split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
