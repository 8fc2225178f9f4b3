import { studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const sum = {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  owner: uuid('owner').notNull(),
  status: text('status', { enum: studyStatuses }).notNull(),
  isEmergency: boolean('is_emergency').notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
}

/**
 * The number of studies, as sums to be added: a trigger of `studies` appends what each change adds and takes away, and rows of one kind become one
 * now and then. Nothing is ever counted up in place, so no two writers wait for each other. The owner is a laboratory, a doctor with an active
 * assignment, or the nil UUID for everybody's count.
 */
export const studyTotals = pgTable('study_totals', sum, (t) => [index('study_totals_owner').on(t.owner)])

const sumOfKind = {
  ...sum,
  modalities: text('modalities').array().notNull(),
  mlcCase: boolean('mlc_case').notNull(),
  studyType: text('study_type'),
}

/**
 * The number of studies by everything that a list without dates and texts can be filtered by, except for laboratories. There are only so many kinds:
 * a system of ten million studies has hardly more rows than one of a hundred thousand. The owner is a doctor, or the nil UUID.
 */
export const studyKindTotals = pgTable('study_kind_totals', sumOfKind, (t) => [index('study_kind_totals_owner').on(t.owner)])

/** The same for each laboratory: hundreds of times the rows, for fewer questions. */
export const studyCounts = pgTable('study_counts', { ...sumOfKind, labId: uuid('lab_id') }, (t) => [
  index('study_counts_owner').on(t.owner, t.labId),
])
