import type { Sex } from '@readroom/contracts/core/primitives'

/** Organs that the other sex of a record has; beginnings of words, of the languages that reports are written in most. */
const organs = {
  M: 'prostat|male patient|seminal vesicle|testic|testis|testes|scrot|epididym|penis|penile|hoden|samenblase|próstata|testícul',
  F: 'uterus|female patient|hysterect|menopaus|postmenopaus|premenopaus|perimenopaus|oophor|uterine|ovar|adnex|endometri|myometri|cervix uteri|vagina|fallopian|gebärmutter|eierstock|útero|utérus|ovaire',
}

const beginning = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})\\p{L}*`, 'giu')
const patterns = { M: beginning(organs.M), F: beginning(organs.F) }

/** Returns a pattern of the words that do not fit a patient of a sex, and the name of that sex. Null and empty if the record does not say. */
export function wordsOfOtherSex(sex: Sex | null): { pattern: RegExp | null; of: string } {
  if (sex === 'F') return { pattern: patterns.M, of: 'female' }
  if (sex === 'M') return { pattern: patterns.F, of: 'male' }
  return { pattern: null, of: '' }
}
