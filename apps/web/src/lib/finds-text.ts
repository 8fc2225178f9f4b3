/** Letters that Unicode does not decompose, as the server's searches compare them. */
const plain: Record<string, string> = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** Returns a text as searches compare it, without case and accents. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đðħıłøßæœþ]/g, (letter) => plain[letter] ?? letter)

/** Hyphens, as people and word processors write them. */
const hyphens = /[-‐‑–]/g

/** Reports whether every typed word is somewhere in the texts, in any order, whatever the case, accents and hyphens. */
export function findsText(typed: string, texts: readonly string[]): boolean {
  const text = foldText(texts.join(' '))
  const whole = `${text} ${text.replaceAll(hyphens, '')}`
  const joined = text.replaceAll(hyphens, '').replaceAll(/\s/g, '')
  return foldText(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word) || (/\p{L}[-‐‑–]\p{L}/u.test(word) && joined.includes(word.replaceAll(hyphens, ''))))
}
