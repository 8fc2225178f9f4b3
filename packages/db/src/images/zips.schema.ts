import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

export const zipStates = ['queued', 'processing', 'completed', 'failed', 'expired', 'superseded'] as const

/**
 * One build of a ZIP: of one study's generation, made ahead for all who see the study, or of several studies for the user who asked.
 * `zip_studies` lists its content.
 */
export const zips = pgTable(
  'zips',
  {
    id: id(),
    /** The account that requested it and alone may download it; null for one that is built ahead. */
    ownerId: uuid('owner_id').references(() => users.id),
    /** Of one made ahead its only study, so that the database itself keeps at most one live for each generation. */
    studyId: uuid('study_id').references(() => studies.id),
    generation: integer('generation'),
    state: text('state', { enum: zipStates }).notNull().default('queued'),
    /** The token of the build in hand: a worker that takes the row over takes another. */
    objectKey: text('object_key'),
    /** Of a ZIP that is being built: so far. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    imagesDone: integer('images_done').notNull().default(0),
    imagesTotal: integer('images_total').notNull().default(0),
    error: text('error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    completedAt: instant('completed_at'),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    uniqueIndex('zips_live').on(t.studyId, t.generation).where(sql`${t.state} in ('queued', 'processing', 'completed')`),
    index('zips_study').on(t.studyId, t.createdAt),
    index('zips_owner').on(t.ownerId, t.createdAt),
    index('zips_under_way').on(t.createdAt).where(sql`${t.state} in ('queued', 'processing')`),
    index('zips_expires').on(t.expiresAt).where(sql`${t.state} = 'completed'`),
    index('zips_object').on(t.objectKey),
    oneOf('zips_state', t.state, zipStates),
    check('zips_of', sql`num_nonnulls(${t.ownerId}, ${t.studyId}) = 1 and (${t.studyId} is null) = (${t.generation} is null)`),
  ],
)

export const zipStudies = pgTable(
  'zip_studies',
  {
    zipId: uuid('zip_id')
      .notNull()
      .references(() => zips.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
  },
  (t) => [primaryKey({ columns: [t.zipId, t.studyId] }), index('zip_studies_study').on(t.studyId)],
)
