import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '../core/columns.ts'

/** The runs of `readroom backup`, one row each, as the audit log also records them. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at').notNull().defaultNow(),
    /** Null: the backup is whole. Else why it is not, without patient data. */
    failure: text('failure'),
    objects: integer('objects').notNull().default(0),
    studies: integer('studies').notNull().default(0),
    instances: bigint('instances', { mode: 'number' }).notNull().default(0),
    /** Of all files that belong to it, whether copied or linked to those of an earlier one. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    /** Objects and images that could not be read, and are not in it. */
    unreadable: integer('unreadable').notNull().default(0),
  },
  (t) => [index('backups_finished').on(t.finishedAt)],
)
