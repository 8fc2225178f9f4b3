import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { reportKinds } from '@readroom/contracts/studies/report-kinds'
import { type AnyPgColumn, bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sessions, users } from '../access/accounts.schema.ts'
import { instant, oneOf } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

const studyId = () => uuid('study_id').references((): AnyPgColumn => studies.id)

/** The text of a study that is being written: the one that will be signed next. Goes when it is signed. */
export const reportDrafts = pgTable(
  'report_drafts',
  {
    studyId: studyId().primaryKey(),
    /** Grows with each save, also from one draft of the study to the next: a text that is gone is never taken for the present one. */
    revision: integer('revision').notNull(),
    kind: text('kind', { enum: reportKinds }).notNull(),
    reason: text('reason').notNull(),
    content: jsonb('content').$type<ReportContent>().notNull(),
    /** The name of the report template of the text. Null if there is none, or it is not known. */
    templateName: text('template_name'),
    /** The images that were there when it was begun. */
    instancesHash: text('instances_hash'),
    /** The version of the newest finished report when it was begun; 0 if there was none. Null: it is not known. */
    reportVersion: integer('report_version'),
    /** Put away as a draft; not merely saved by itself. */
    draftedAt: instant('drafted_at'),
    savedAt: instant('saved_at').notNull().defaultNow(),
    savedBy: uuid('saved_by')
      .notNull()
      .references(() => users.id),
    /** The accounts that have written any of the text, in the order in which they began. */
    writerIds: uuid('writer_ids').array().notNull().default([]),
    /** The session and window that have written all of the text. Null if several have, or if it was restored. */
    soleSessionId: uuid('sole_session_id'),
    soleWindowId: uuid('sole_window_id'),
  },
  (t) => [index('report_drafts_saved_by').on(t.savedBy), oneOf('report_drafts_kind', t.kind, reportKinds)],
)

/** The writer of a study's report, with the window and the end of the hold. The row stays, so that its fence never goes back. */
export const reportHolds = pgTable(
  'report_holds',
  {
    studyId: studyId().primaryKey(),
    /** Goes up whenever another window writes, and when a draft ends: what was sent before is refused. */
    fence: bigint('fence', { mode: 'number' }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    windowId: uuid('window_id').notNull(),
    /** The last revision of the study's drafts that ended. */
    endedRevision: integer('ended_revision').notNull().default(0),
    heldSince: instant('held_since').notNull().defaultNow(),
    leaseUntil: instant('lease_until').notNull(),
    /** The account that asked to write it instead. */
    askedBy: uuid('asked_by').references(() => users.id),
    askedAt: instant('asked_at'),
  },
  (t) => [
    index('report_holds_user').on(t.userId),
    index('report_holds_session').on(t.sessionId),
    index('report_holds_asked_by').on(t.askedBy),
  ],
)

/** Studies that a reader has put aside: theirs still, and not the next one until they take them up again. */
export const asides = pgTable(
  'reading_asides',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    studyId: studyId().notNull(),
    putAsideAt: instant('put_aside_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.studyId] }), index('reading_asides_study').on(t.studyId)],
)

/** How much of each series a reader has had on a screen of the reading room. By UID: the intake writes the rows of `series` anew. */
export const displayedSeries = pgTable(
  'displayed_series',
  {
    studyId: studyId().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    seriesInstanceUid: text('series_instance_uid').notNull(),
    /** The number of images that the reader's viewer had of the series then. A whole series counts as displayed until it has more. */
    imageCount: integer('image_count').notNull(),
    /** True if all that must be seen was on screen (docs/decisions/reading/displayed-images.md). */
    isWhole: boolean('is_whole').notNull().default(true),
    /** The images or frames that were on screen, and how many there were. Null if only whole series were recorded then. */
    shown: integer('shown'),
    frames: integer('frames'),
    /** The images or frames that the viewer could not draw. */
    undrawn: integer('undrawn').notNull().default(0),
    displayedAt: instant('displayed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.studyId, t.userId, t.seriesInstanceUid] }), index('displayed_series_user').on(t.userId)],
)

/** The drawings on a study's images since its last signature, including those of that signature. */
export const draftAnnotations = pgTable(
  'draft_annotations',
  {
    studyId: studyId().primaryKey(),
    annotations: jsonb('annotations').$type<Annotations>().notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
    savedBy: uuid('saved_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('draft_annotations_saved_by').on(t.savedBy)],
)
