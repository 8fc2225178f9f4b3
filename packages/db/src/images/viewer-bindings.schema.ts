import type { ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { instant } from '../core/columns.ts'

/** The keys and mouse buttons that users have bound in the viewer. */
export const viewerBindings = pgTable('viewer_bindings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bindings: jsonb('bindings').$type<ViewerBindings>().notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
