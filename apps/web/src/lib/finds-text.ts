/** Letters that Unicode does not decompose, as the server's searches compare them. */
const plain: Record<string, string> = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** Returns a text as searches compare it, without case and accents. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đðħıłøßæœþ]/g, (letter) => plain[letter] ?? letter)

/** Reports whether every typed word is somewhere in the texts, in any order, whatever the case and accents. */
export function findsText(typed: string, texts: readonly string[]): boolean {
  const whole = foldText(texts.join(' '))
  return foldText(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
