import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../core/columns.ts'

/** The position of the sweep through the image archive. A worker that starts continues there. One row. */
export const sweepPosition = pgTable('sweep_position', {
  id: integer('id').primaryKey(),
  /** Counts up: odd ones compare the images of each series, even ones the series of each study. */
  pass: integer('pass').notNull().default(1),
  /** The position in the archive's list. */
  since: integer('since').notNull().default(0),
  /** The last study whose files were looked at. */
  afterId: uuid('after_id'),
  /** The end of the last pass. */
  endedAt: instant('ended_at'),
})
