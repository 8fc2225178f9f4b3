import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'

/** Bytes that a whole system keeps. `log`: what the database has written ahead so far, which a standby is sent. */
export type Stored = { database: number; log: number; objects: number; archive: number }

const Sizes = z.tuple([z.object({ database: z.coerce.number(), log: z.coerce.number() })])

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Tables with their indexes and TOAST, files in storage, and the archive's images with their index. */
export async function readStored(dir: string, databaseUrl: string): Promise<Stored> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select pg_current_wal_lsn() - '0/0' as log, (select sum(pg_total_relation_size(oid)) from pg_class
        where relkind in ('r', 'm') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)) as database`,
    )
    const [{ database, log }] = Sizes.parse(rows)
    const [objects, archive] = await Promise.all([folderBytes(join(dir, 'storage')), folderBytes(join(dir, 'orthanc/storage'))])
    return { database, log, objects, archive }
  } finally {
    await client.end()
  }
}
