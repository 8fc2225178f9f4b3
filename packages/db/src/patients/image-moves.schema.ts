import { imageMoveKinds, imageMoveStates } from '@readroom/contracts/patients/image-moves'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

/**
 * Images that got another study UID in the archive: those of another person, or all of a study (docs/decisions/patients/image-moves.md). A row is also
 * the alias by which images that come late under the former UID are found.
 */
export const imageMoves = pgTable(
  'image_moves',
  {
    id: id(),
    kind: text('kind', { enum: imageMoveKinds }).notNull(),
    state: text('state', { enum: imageMoveStates }).notNull().default('moving'),
    /** The study that the images came with; of a renewal the study itself. */
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id, { onDelete: 'cascade' }),
    /** The study that a split made. Null before, and after it was undone or the study was erased. */
    otherStudyId: uuid('other_study_id').references(() => studies.id, { onDelete: 'set null' }),
    fromOrthancId: text('from_orthanc_id').notNull(),
    fromStudyUid: text('from_study_uid').notNull(),
    toStudyUid: text('to_study_uid').notNull(),
    /** Hashes of the identities whose images leave; none of a renewal. */
    identities: text('identities').array().notNull().default([]),
    /** The former UID of each series, by its new one. */
    seriesUids: jsonb('series_uids').$type<Record<string, string>>().notNull().default({}),
    imageCount: integer('image_count').notNull().default(0),
    decidedAt: instant('decided_at').notNull().defaultNow(),
    decidedBy: uuid('decided_by')
      .notNull()
      .references(() => users.id),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by').references(() => users.id),
  },
  (t) => [
    index('image_moves_study').on(t.studyId),
    index('image_moves_other_study').on(t.otherStudyId),
    index('image_moves_from').on(t.fromOrthancId),
    index('image_moves_from_uid').on(t.fromStudyUid),
    uniqueIndex('image_moves_to').on(t.toStudyUid),
    index('image_moves_decided_by').on(t.decidedBy),
    index('image_moves_undone_by').on(t.undoneBy),
    oneOf('image_moves_kind', t.kind, imageMoveKinds),
    oneOf('image_moves_state', t.state, imageMoveStates),
  ],
)
