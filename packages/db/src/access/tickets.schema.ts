import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'
import { sessions } from './accounts.schema.ts'

/** A browser's right to see the images of one study, held as a cookie after a viewer ticket was exchanged. */
export const viewerGrants = pgTable(
  'viewer_grants',
  {
    id: id(),
    /** SHA-256 of the cookie's value, hexadecimal. */
    hash: text('hash').notNull().unique(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('viewer_grants_session').on(t.sessionId), index('viewer_grants_study').on(t.studyId)],
)

/** The studies whose images the cookie of one reading window admits to: the one that it shows, and the next one. */
export const windowGrants = pgTable(
  'window_grants',
  {
    /** SHA-256 of the cookie's value, hexadecimal. */
    hash: text('hash').notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    /** Null: loaded ahead, and not shown yet. */
    shownAt: instant('shown_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.studyId] }),
    index('window_grants_session').on(t.sessionId),
    index('window_grants_study').on(t.studyId),
  ],
)

export const tickets = pgTable(
  'tickets',
  {
    /** SHA-256 of the ticket, hexadecimal. */
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['ws', 'viewer', 'launch', 'download', 'report-launch', 'export'] }).notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id'),
    /** A ZIP that is there, and not whatever the study's is when the ticket is used; of an export, its action. */
    zipId: uuid('zip_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('tickets_session').on(t.sessionId), index('tickets_expires').on(t.expiresAt)],
)
