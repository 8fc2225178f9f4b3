import { type SQL } from 'drizzle-orm'
import type { Db } from '../client.ts'
/** A text as its words, folded as the search columns are (`fold_text` in migrations/0006). */
export type Words = readonly string[]
/** Folds what users typed, in one question; a text without any letter or digit has no words. */
export declare function foldTexts<K extends string>(db: Db, texts: Partial<Record<K, string>>): Promise<Partial<Record<K, Words>>>
/** Every word occurs in the search column, in any order. Folded words hold no wildcard. */
export declare function containsWords(column: SQL, words: Words): SQL[]
