import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../../core/columns.ts'

/** The last change of the archive that has been taken in. One row. */
export const intakeCursor = pgTable('intake_cursor', {
  id: integer('id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
