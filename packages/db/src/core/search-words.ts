import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from './client.ts'

/** A text as its words, folded as the search columns are (`fold_text` in the baseline migration). */
export type Words = readonly string[]

const Folded = z.array(z.object({ key: z.string(), folded: z.string() }))

/** Folds what users typed, in one question; a text without any letter or digit has no words. */
export async function foldTexts<K extends string>(db: Db, texts: Partial<Record<K, string>>): Promise<Partial<Record<K, Words>>> {
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
const isAnywhere = (word: string) => [...word].length >= shortest || spaceless.test(word)
const patternOf = (word: string) => (isAnywhere(word) ? `%${word}%` : `% ${word}%`)

/** Reports whether a search for a word finds a folded text. */
export const occursIn = (text: Words, word: string) => ` ${text.join(' ')}`.includes(isAnywhere(word) ? word : ` ${word}`)

/** Every word occurs in the search column, in any order. Folded words hold no wildcard. */
export function containsWords(column: SQL, words: Words): SQL[] {
  return words.map((word) => sql`${column} like ${patternOf(word)}`)
}

/** Characters of a gram, as in `search_grams` (migration 0042). */
const gramLength = 5

function gramsOf(word: string): string[] {
  const characters = [...word]
  return characters.slice(gramLength - 1).map((_, index) => characters.slice(index, index + gramLength).join(''))
}

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
