import { roles } from '@readroom/contracts/core/permissions'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'

/** Worklists under a name. The query is what its owner's version of the contract understood. */
export const savedLists = pgTable(
  'saved_lists',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Everybody of this role reads it too. */
    givenTo: text('given_to', { enum: roles }),
    name: text('name').notNull(),
    query: jsonb('query').$type<unknown>().notNull(),
    /** Among the lists of its owner. */
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('saved_lists_name').on(t.ownerId, sql`lower(${t.name})`),
    index('saved_lists_given_to').on(t.givenTo).where(sql`${t.givenTo} is not null`),
    oneOf('saved_lists_given_role', t.givenTo, roles),
  ],
)

/** The list that opens with somebody's dashboard. */
export const defaultLists = pgTable(
  'default_lists',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    listId: uuid('list_id')
      .notNull()
      .references(() => savedLists.id, { onDelete: 'cascade' }),
  },
  (t) => [index('default_lists_list').on(t.listId)],
)
