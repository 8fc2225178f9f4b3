import { type PrivacyCounts, privacyActionKinds, privacyActionStates } from '@readroom/contracts/privacy/privacy'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'

/** The actions on a patient's data, by request or by rule. It holds no name: `subjectId` is the patient's row, which an erasure removes. */
export const privacyActions = pgTable(
  'privacy_actions',
  {
    id: id(),
    kind: text('kind', { enum: privacyActionKinds }).notNull(),
    state: text('state', { enum: privacyActionStates }).notNull().default('queued'),
    /** Null for what a rule did to studies of several patients. */
    subjectId: uuid('subject_id'),
    /** Null: a rule of the settings. */
    requestedBy: uuid('requested_by').references(() => users.id),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    reason: text('reason').notNull().default(''),
    counts: jsonb('counts').$type<PrivacyCounts>().notNull(),
    /** The rows of the studies that it took, whose ids a restored database has again: what is done again by them. Of an export those that were listed. */
    studyIds: uuid('study_ids').array().notNull().default([]),
    /** The reason why it has not ended yet, for people. */
    error: text('error'),
    /** Of an export: the token of the build in hand, and how far it is. */
    objectKey: text('object_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    filesDone: integer('files_done').notNull().default(0),
    filesTotal: integer('files_total').notNull().default(0),
    /** Files that could not be read, and are named in the export instead. */
    filesMissing: integer('files_missing').notNull().default(0),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    index('privacy_actions_requested').on(t.requestedAt, t.id),
    index('privacy_actions_requested_by').on(t.requestedBy),
    uniqueIndex('privacy_actions_under_way').on(t.subjectId, t.kind).where(sql`${t.state} in ('queued', 'running')`),
    index('privacy_actions_object').on(t.objectKey),
    oneOf('privacy_actions_kind', t.kind, privacyActionKinds),
    oneOf('privacy_actions_state', t.state, privacyActionStates),
  ],
)

/** The data that an erasure removes outside of the database: studies of the archive by Orthanc's id (a hash), objects by their key. Null: not yet. */
export const privacyRemovals = pgTable(
  'privacy_removals',
  {
    actionId: uuid('action_id')
      .notNull()
      .references(() => privacyActions.id),
    kind: text('kind', { enum: ['study', 'object'] }).notNull(),
    key: text('key').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.actionId, t.kind, t.key] }),
    index('privacy_removals_key').on(t.kind, t.key),
    oneOf('privacy_removals_kind', t.kind, ['study', 'object']),
  ],
)
