import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, isRefused } from './client.ts'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })).min(1) })

/** The migrations of this program, oldest first. `when`: what the database notes of one that it has had. */
export const listMigrations = (): { tag: string; when: number }[] =>
  Journal.parse(JSON.parse(readFileSync(new URL('../migrations/meta/_journal.json', import.meta.url), 'utf8'))).entries

const newest = listMigrations().at(-1)

const Newest = z.tuple([z.object({ when: z.coerce.number().nullable() })])

/**
 * Whether the database lacks a migration that this program has. A newer schema is none of its business: programs run beside the next one's
 * schema while they are being replaced. Throws where the database cannot be asked.
 */
export async function isSchemaOlder(db: Db): Promise<boolean> {
  try {
    const { rows } = await db.execute(sql`select max(created_at) as when from drizzle.__drizzle_migrations`)
    const [{ when }] = Newest.parse(rows)
    return (when ?? 0) < (newest?.when ?? 0)
  } catch (error) {
    // No migrations yet, or none since programs may look.
    if (isRefused(error)) return true
    throw error
  }
}
