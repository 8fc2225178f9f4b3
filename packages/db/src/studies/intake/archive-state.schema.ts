import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../../core/columns.ts'

/** Room on the disk of the archive, if the worker can see it. One row. */
export const archiveDisk = pgTable('archive_disk', {
  id: integer('id').primaryKey(),
  freeBytes: bigint('free_bytes', { mode: 'number' }),
  totalBytes: bigint('total_bytes', { mode: 'number' }),
  /** The size of the archive's files, as it reports it. */
  usedBytes: bigint('used_bytes', { mode: 'number' }),
  checkedAt: instant('checked_at').notNull().defaultNow(),
})
