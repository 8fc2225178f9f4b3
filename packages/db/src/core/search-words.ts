import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from './client.ts'

/** A text as its words, folded as the search columns are (`fold_text` in the baseline migration). A number such as `DUP-C` is one word: `dup c`. */
export type Words = readonly string[]

const Folded = z.array(z.object({ key: z.string(), place: z.coerce.number(), folded: z.string() }))

/** Words that a sign joins without a blank, as numbers are written. They must stand beside each other in a text. */
const joinedWords = /^[\p{L}\p{M}\p{N}]+(?:[-._/:][\p{L}\p{M}\p{N}]+)+$/u

/** Returns what users typed as parts to be folded: each number is one, and so is everything else of the text. */
function partsOf(text: string): string[] {
  const typed = text.split(/\s+/u)
  const numbers = typed.filter((word) => joinedWords.test(word))
  return [typed.filter((word) => !joinedWords.test(word)).join(' '), ...numbers]
}

/** Folds what users typed, in one question; a text without any letter or digit has no words. */
export async function foldTexts<K extends string>(db: Db, texts: Partial<Record<K, string>>): Promise<Partial<Record<K, Words>>> {
  const keys = Object.keys(texts)
  if (keys.length === 0) return {}
  const parts = Object.fromEntries(Object.entries<string | undefined>(texts).map(([key, text = '']) => [key, partsOf(text)]))
  const { rows } = await db.execute(
    sql`select key, place, btrim(fold_text(part)) as folded from jsonb_each(${JSON.stringify(parts)}::jsonb) as text(key, parts),
      jsonb_array_elements_text(parts) with ordinality part(part, place) order by place`,
  )
  const found = new Map<string, string[]>(keys.map((key) => [key, []]))
  for (const { key, place, folded } of Folded.parse(rows)) found.get(key)?.push(...(place === 1 ? folded.split(' ') : [folded]))
  const words = [...found].map(([key, all]) => [key, all.filter((word) => word !== '')])
  return Object.fromEntries(words)
}

/** Scripts that put no space between words: there a single character already says something, wherever it stands. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const shortest = 3

/** Three characters and more are found anywhere; fewer begin a word, or every list would match (and no trigram is that short). */
const isAnywhere = (word: string) => [...(word.split(' ', 1)[0] ?? '')].length >= shortest || spaceless.test(word)
const patternOf = (word: string) => (isAnywhere(word) ? `%${word}%` : `% ${word}%`)

/** Reports whether a search for a word finds a folded text. */
export const occursIn = (text: Words, word: string) => ` ${text.join(' ')}`.includes(isAnywhere(word) ? word : ` ${word}`)

/** Every word occurs in the search column, in any order. Folded words hold no wildcard. */
export function containsWords(column: SQL, words: Words): SQL[] {
  return words.map((word) => sql`${column} like ${patternOf(word)}`)
}

/** Characters of a gram, as in `search_grams` (migration 0042). */
const gramLength = 5

const gramsOf = (words: string): string[] =>
  words.split(' ').flatMap((word) => {
    const characters = [...word]
    return characters.slice(gramLength - 1).map((_, index) => characters.slice(index, index + gramLength).join(''))
  })

/**
 * The condition of `containsWords`, for a statement that the index of grams answers: words of five characters and more are looked up by each five that
 * follow one another, which few studies have. They are compared in a way that no other index answers, because intersecting their trigrams, of which
 * each is in many studies, would take longer. `all`: a text with every word of `column`, of which the index has the grams.
 */
export function containsWordsByGrams(column: SQL, all: SQL, words: Words): SQL[] {
  const long = words.filter((word) => gramsOf(word).length > 0)
  if (long.length === 0) return containsWords(column, words)
  const short = words.filter((word) => !long.includes(word))
  return [
    sql`search_grams(${all}) @> ${sql.param(long.flatMap(gramsOf))}::text[]`,
    ...long.map((word) => sql`strpos(${column}, ${word}) > 0`),
    ...containsWords(column, short),
  ]
}
