import { sql } from 'drizzle-orm'
import { z } from 'zod'

const Folded = z.array(z.object({ key: z.string(), folded: z.string() }))
/** Folds what users typed, in one question; a text without any letter or digit has no words. */
export async function foldTexts(db, texts) {
  const keys = Object.keys(texts)
  if (keys.length === 0) return {}
  const { rows } = await db.execute(
    sql`select key, fold_text(value) as folded from jsonb_each_text(${JSON.stringify(texts)}::jsonb) as text(key, value)`,
  )
  const words = Folded.parse(rows).map(({ key, folded }) => [key, folded.split(' ').filter((word) => word !== '')])
  return Object.fromEntries(words)
}
/** Scripts that put no space between words: there a single character already says something, wherever it stands. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const shortest = 3
/** Three characters and more are found anywhere; fewer begin a word, or every list would match (and no trigram is that short). */
function patternOf(word) {
  const anywhere = [...word].length >= shortest || spaceless.test(word)
  return anywhere ? `%${word}%` : `% ${word}%`
}
/** Every word occurs in the search column, in any order. Folded words hold no wildcard. */
export function containsWords(column, words) {
  return words.map((word) => sql`${column} like ${patternOf(word)}`)
}
//# sourceMappingURL=search-words.js.map
