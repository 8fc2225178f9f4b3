import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, isRefused } from '../core/client.ts'
import { digestPrograms, readPrograms } from './programs.ts'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })).min(1) })

/** The migrations of this program, oldest first. `when`: what the database notes of one that it has had. */
export const listMigrations = (): { tag: string; when: number }[] =>
  Journal.parse(JSON.parse(readFileSync(new URL('../../migrations/meta/_journal.json', import.meta.url), 'utf8'))).entries

const newest = listMigrations().at(-1)?.when ?? 0
const programs = digestPrograms(readPrograms())

const Newest = z.tuple([z.object({ when: z.coerce.number().nullable(), hadPrograms: z.boolean() })])

/**
 * Reports whether the database lacks a migration, or the functions and triggers, of this version. Newer ones are fine: the API and the worker run
 * beside those of the next version while they are being replaced. Throws if the database cannot be asked.
 */
export async function isSchemaOlder(db: Db): Promise<boolean> {
  try {
    const { rows } = await db.execute(sql`
      select (select max(created_at) from drizzle.__drizzle_migrations) as when,
        exists (select from drizzle.__programs where digest = ${programs}) as "hadPrograms"`)
    const [{ when, hadPrograms }] = Newest.parse(rows)
    return (when ?? 0) < newest || (when === newest && !hadPrograms)
  } catch (error) {
    // No migrations yet, or none since programs may look.
    if (isRefused(error)) return true
    throw error
  }
}
