import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../core/columns.ts'

/** The result of the last check of the whole audit chain, and the requested one. One row. */
export const auditCheck = pgTable('audit_check', {
  id: integer('id').primaryKey(),
  askedAt: instant('asked_at'),
  checkedAt: instant('checked_at'),
  entries: bigint('entries', { mode: 'number' }).notNull().default(0),
  /** The last good link: the next walk must find it again. */
  headSeq: bigint('head_seq', { mode: 'number' }).notNull().default(0),
  headHash: text('head_hash').notNull().default(''),
  /** Null: the chain was whole. */
  fault: text('fault'),
  faultyEntry: bigint('faulty_entry', { mode: 'number' }),
})
