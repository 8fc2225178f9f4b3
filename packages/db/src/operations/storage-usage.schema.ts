import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../core/columns.ts'

/** The size of the files in a folder of the storage, as last counted. */
export const storageUsage = pgTable('storage_usage', {
  folder: text('folder').primaryKey(),
  files: bigint('files', { mode: 'number' }).notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  countedAt: instant('counted_at').notNull().defaultNow(),
})
