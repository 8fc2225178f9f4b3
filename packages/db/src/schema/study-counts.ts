import { studyStatuses } from '@readroom/contracts/study-workflow'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const kind = {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  /** A doctor with an active assignment; the nil UUID for everybody's count. */
  owner: uuid('owner').notNull(),
  labId: uuid('lab_id'),
  status: text('status', { enum: studyStatuses }).notNull(),
  isEmergency: boolean('is_emergency').notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
}

/**
 * How many studies there are of each kind, as sums to be added: a trigger of `studies` appends what each change adds and takes away, and
 * rows of one kind become one now and then. Nothing is ever counted up in place, so no two writers wait for each other.
 */
export const studyTotals = pgTable('study_totals', kind, (t) => [index('study_totals_owner').on(t.owner, t.labId)])

/** The same by everything that a list without dates and texts can be filtered by: many times the rows, for fewer questions. */
export const studyCounts = pgTable(
  'study_counts',
  {
    ...kind,
    modalities: text('modalities').array().notNull(),
    mlcCase: boolean('mlc_case').notNull(),
    studyType: text('study_type'),
  },
  (t) => [index('study_counts_owner').on(t.owner, t.labId)],
)
