import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { instant } from '../core/columns.ts'

/** The calendar feeds of accounts that have one (docs/decisions/people/presence.md). */
export const shiftFeeds = pgTable('shift_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
