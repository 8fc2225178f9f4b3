import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../access/accounts.schema.ts'
import { id, instant } from '../../core/columns.ts'
import { studies } from '../studies.schema.ts'

/** Links that open one study to anybody who has them, as long as their creator sees it. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: id(),
    /** SHA-256 of the link's token, hexadecimal. */
    hash: text('hash').notNull().unique(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    accessCount: integer('access_count').notNull().default(0),
    lastAccessAt: instant('last_access_at'),
    /** Argon2id; null for a link without a PIN. */
    pinHash: text('pin_hash'),
    /** PINs tried since the last correct one. */
    pinTries: integer('pin_tries').notNull().default(0),
  },
  (t) => [
    index('share_links_study').on(t.studyId),
    index('share_links_created_by').on(t.createdBy),
    index('share_links_expires').on(t.expiresAt),
  ],
)

/** A browser's right to see what a link opens, held as a cookie; it ends with the link. */
export const shareGrants = pgTable(
  'share_grants',
  {
    /** SHA-256 of the cookie's value, hexadecimal. */
    hash: text('hash').primaryKey(),
    shareLinkId: uuid('share_link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('share_grants_share_link').on(t.shareLinkId)],
)
