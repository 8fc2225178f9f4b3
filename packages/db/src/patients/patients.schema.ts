import { salutations } from '@readroom/contracts/core/primitives'
import {
  type IdentityMove,
  type IdentityUnion,
  identityOutcomes,
  identityReviewStates,
} from '@readroom/contracts/patients/identity-reviews'
import { type SentField, sentChangeKinds } from '@readroom/contracts/patients/sent-changes'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf, version } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

export const noLab = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)
/** Two rows without a laboratory are of one place too. */
const labOrNone = (labId: SQL) => sql`coalesce(${labId}, ${noLab})`

const sexes = ['M', 'F', 'O'] as const

/**
 * A question whether studies under one patient ID are of one person (docs/decisions/patients/patient-identity.md). It holds no patient data: names
 * and dates are read from the studies.
 */
export const identityReviews = pgTable(
  'identity_reviews',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id),
    state: text('state', { enum: identityReviewStates }).notNull().default('open'),
    /** The reason for the review, in words without patient data. */
    reason: text('reason').notNull(),
    openedAt: instant('opened_at').notNull().defaultNow(),
    /** Goes up with each decision, each undo and each person who joins. */
    version: version(),
  },
  (t) => [
    index('identity_reviews_state').on(t.state, t.openedAt, t.id),
    index('identity_reviews_lab').on(t.labId),
    oneOf('identity_reviews_state_known', t.state, identityReviewStates),
  ],
)

/**
 * A person in a laboratory's books, whose patient ids are its own; a missing id never joins two studies. The corrected values; null: as the scanner
 * says, study by study (`studies.dicom_*`). Which of the two is shown is decided in one place: `shown_study` in programs/shown_study.sql.
 */
export const patients = pgTable(
  'patients',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id),
    /** DICOM PatientID (0010,0020), or what it was corrected to; null if it is missing or empty. */
    patientId: text('patient_id'),
    /** Tells people apart who share the patient ID; 0 for the first. */
    person: integer('person').notNull().default(0),
    /** The person this one was found to be. The row keeps its record, so that the decision can be undone, and has no studies. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => patients.id, { onDelete: 'cascade' }),
    /** The open review of this person's identity, if any. */
    identityReviewId: uuid('identity_review_id').references(() => identityReviews.id, { onDelete: 'set null' }),
    correctedName: text('corrected_name'),
    correctedSex: text('corrected_sex', { enum: sexes }),
    correctedBirthDate: date('corrected_birth_date'),
    /** Fields that only people fill in. */
    salutation: text('salutation', { enum: salutations }),
    contactPhone: text('contact_phone').notNull().default(''),
    contactEmail: text('contact_email').notNull().default(''),
    address: text('address').notNull().default(''),
    /** Of these fields the value is what an HL7 message said; those that people wrote are not among them. */
    hl7Fields: text('hl7_fields').array().$type<SentField[]>().notNull().default([]),
    /** The reason for a hold: nothing of the patient may be removed, by request or by rule. Null without a hold. */
    holdReason: text('hold_reason'),
    /** The number of the next document; none is used twice. */
    nextDocument: integer('next_document').notNull().default(0),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('patients_lab_patient_id_person')
      .on(labOrNone(sql`${t.labId}`), t.patientId, t.person)
      .where(sql`${t.patientId} is not null`),
    index('patients_lab').on(t.labId),
    index('patients_merged_into').on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
    index('patients_identity_review').on(t.identityReviewId).where(sql`${t.identityReviewId} is not null`),
    index('patients_held').on(t.id).where(sql`${t.holdReason} is not null`),
    oneOf('patients_corrected_sex', t.correctedSex, sexes),
    oneOf('patients_salutation', t.salutation, salutations),
  ],
)

/** Patient ids that were corrected to another: images that arrive late under such an id find their patient. */
export const patientAliases = pgTable(
  'patient_aliases',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id),
    patientId: text('patient_id').notNull(),
    patientRowId: uuid('patient_row_id')
      .notNull()
      .references(() => patients.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('patient_aliases_lab_patient_id').on(labOrNone(sql`${t.labId}`), t.patientId),
    index('patient_aliases_lab').on(t.labId),
    index('patient_aliases_patient').on(t.patientRowId),
  ],
)

/** The people whom a review compares. */
export const identityReviewPeople = pgTable(
  'identity_review_people',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => identityReviews.id, { onDelete: 'cascade' }),
    patientRowId: uuid('patient_row_id')
      .notNull()
      .references(() => patients.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.reviewId, t.patientRowId] }), index('identity_review_people_patient').on(t.patientRowId)],
)

/** The decisions of administrators in a review, with all that undoing them needs. Ids only. */
export const identityDecisions = pgTable(
  'identity_decisions',
  {
    id: id(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => identityReviews.id, { onDelete: 'cascade' }),
    outcome: text('outcome', { enum: identityOutcomes }).notNull(),
    people: integer('people').notNull(),
    moves: jsonb('moves').$type<IdentityMove[]>().notNull(),
    unions: jsonb('unions').$type<IdentityUnion[]>().notNull(),
    decidedBy: uuid('decided_by')
      .notNull()
      .references(() => users.id),
    decidedAt: instant('decided_at').notNull().defaultNow(),
    undoneBy: uuid('undone_by').references(() => users.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('identity_decisions_review').on(t.reviewId, t.decidedAt),
    index('identity_decisions_decided_by').on(t.decidedBy),
    index('identity_decisions_undone_by').on(t.undoneBy),
    oneOf('identity_decisions_outcome', t.outcome, identityOutcomes),
  ],
)

/**
 * Merges of two people with different patient IDs (docs/decisions/patients/patient-merge.md), with all that undoing them needs. The person who was
 * merged keeps their row, by whose ID late images are found.
 */
export const patientMerges = pgTable(
  'patient_merges',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
    fromRowId: uuid('from_row_id')
      .notNull()
      .references(() => patients.id, { onDelete: 'cascade' }),
    intoRowId: uuid('into_row_id')
      .notNull()
      .references(() => patients.id, { onDelete: 'cascade' }),
    moves: jsonb('moves').$type<IdentityMove[]>().notNull(),
    union: jsonb('union').$type<IdentityUnion>().notNull(),
    /** The studies that the person who stays had before. Others under the former ID came since. */
    ownStudies: uuid('own_studies').array().notNull(),
    /** Null: a message asked for it. */
    reason: text('reason'),
    mergedBy: uuid('merged_by').references(() => users.id),
    /** The name of the connection; empty for an account. */
    sender: text('sender').notNull().default(''),
    mergedAt: instant('merged_at').notNull().defaultNow(),
    undoneBy: uuid('undone_by').references(() => users.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('patient_merges_lab').on(t.labId),
    index('patient_merges_from').on(t.fromRowId),
    index('patient_merges_into').on(t.intoRowId),
    index('patient_merges_merged_by').on(t.mergedBy),
    index('patient_merges_undone_by').on(t.undoneBy),
  ],
)

/** Changes of patients that HL7 messages ask for and that only a person may make. A row goes with the person's answer, or with the patient's erasure. */
export const waitingPatientChanges = pgTable(
  'waiting_patient_changes',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
    sender: text('sender').notNull(),
    kind: text('kind', { enum: sentChangeKinds }).notNull(),
    patientId: text('patient_id').notNull(),
    /** The ID that is to become an alias; empty for an update. */
    previousId: text('previous_id').notNull().default(''),
    patientName: text('patient_name'),
    birthDate: date('birth_date'),
    sex: text('sex', { enum: sexes }),
    /** Why it waits, in words without patient data. */
    reason: text('reason').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('waiting_patient_changes_asked').on(t.labId, t.kind, t.patientId, t.previousId),
    index('waiting_patient_changes_newest').on(t.receivedAt, t.id),
    oneOf('waiting_patient_changes_kind', t.kind, sentChangeKinds),
    oneOf('waiting_patient_changes_sex', t.sex, sexes),
  ],
)
