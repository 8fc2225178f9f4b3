import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { instant } from './columns.ts'

/** The settings that an administrator has changed from the environment's: contracts/settings.ts has their names and values. */
export const settings = pgTable(
  'settings',
  {
    name: text('name').primaryKey(),
    value: jsonb('value').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    changedBy: uuid('changed_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('settings_changed_by').on(t.changedBy)],
)
