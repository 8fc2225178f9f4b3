import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { storageUsage } from './storage-usage.schema.ts'

export type FolderUsage = typeof storageUsage.$inferSelect

export async function storeFolderUsage(db: Db, usage: Omit<FolderUsage, 'countedAt'>): Promise<void> {
  const { files, sizeBytes } = usage
  await db
    .insert(storageUsage)
    .values(usage)
    .onConflictDoUpdate({ target: storageUsage.folder, set: { files, sizeBytes, countedAt: sql`now()` } })
}

export async function listFolderUsage(db: Db): Promise<FolderUsage[]> {
  return db.select().from(storageUsage).orderBy(asc(storageUsage.folder))
}

const Server = z.tuple([z.object({ version: z.string(), sizeBytes: z.coerce.number() })])

/** The version of the server, and what the database takes with its indexes. */
export async function describeDatabase(db: Db): Promise<z.infer<typeof Server>[0]> {
  const { rows } = await db.execute(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as "sizeBytes"`,
  )
  return Server.parse(rows)[0]
}
