import type { DealExplanation, NobodyReason } from '@readroom/contracts/studies/assignment-engine'
import { dealingModes, refusalCauses, refusalKinds } from '@readroom/contracts/studies/automatic-assignment'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, oneOf, version } from '../core/columns.ts'
import { doctorGroups } from '../people/doctor-groups.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/** How studies of laboratories find their doctor. A laboratory without a row is off (docs/decisions/turnaround/automatic-assignment-modes.md). */
export const assignmentModes = pgTable(
  'assignment_modes',
  {
    labId: uuid('lab_id')
      .primaryKey()
      .references(() => labs.id, { onDelete: 'cascade' }),
    mode: text('mode', { enum: dealingModes }).notNull(),
    /** The doctors who can be dealt its studies. Null: all. */
    groupId: uuid('group_id').references(() => doctorGroups.id),
    /** Unopened studies that another doctor should read are proposed to administrators, and not dealt again without them. */
    proposesMoves: boolean('proposes_moves').notNull().default(false),
    version: version(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('assignment_modes_group').on(t.groupId), oneOf('assignment_modes_mode', t.mode, dealingModes)],
)

/** How far each doctor is below the share of the work, as the engine left it. Written under the lock `dealing`. */
export const assignmentDeficits = pgTable('assignment_deficits', {
  doctorId: uuid('doctor_id')
    .primaryKey()
    .references(() => doctors.id, { onDelete: 'cascade' }),
  /** Expected minutes below the share. Negative: above it. */
  deficit: doublePrecision('deficit').notNull(),
  deficitAt: instant('deficit_at').notNull(),
})

/** A doctor gave back a study that was dealt to them. It is never dealt to them again. */
export const assignmentRefusals = pgTable(
  'assignment_refusals',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.id),
    /** Of the study. It can be passed over so many times in each. */
    cycle: integer('cycle').notNull(),
    kind: text('kind', { enum: refusalKinds }).notNull(),
    cause: text('cause', { enum: refusalCauses }).notNull().default('other'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('assignment_refusals_once').on(t.studyId, t.doctorId),
    index('assignment_refusals_doctor').on(t.doctorId),
    oneOf('assignment_refusals_kind', t.kind, refusalKinds),
    oneOf('assignment_refusals_cause', t.cause, refusalCauses),
  ],
)

/** A study that automatic assignment found no doctor for, with the reasons. The row counts while the study waits in this cycle. */
export const unplacedStudies = pgTable('unplaced_studies', {
  studyId: uuid('study_id')
    .primaryKey()
    .references(() => studies.id),
  cycle: integer('cycle').notNull(),
  reasons: jsonb('reasons').$type<NobodyReason[]>().notNull(),
  since: instant('since').notNull().defaultNow(),
  /** When a doctor was last looked for. */
  triedAt: instant('tried_at').notNull().defaultNow(),
})

/** The doctor whom the engine proposes for a study. The row counts while the study waits in this cycle. */
export const assignmentProposals = pgTable(
  'assignment_proposals',
  {
    studyId: uuid('study_id')
      .primaryKey()
      .references(() => studies.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.id, { onDelete: 'cascade' }),
    cycle: integer('cycle').notNull(),
    explanation: jsonb('explanation').$type<DealExplanation>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('assignment_proposals_doctor').on(t.doctorId)],
)
