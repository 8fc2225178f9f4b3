import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, pgView, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { doctors } from '../people/doctors.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { reportVersions } from './report-versions.schema.ts'

/** The patient and study that an uploaded report was of at its upload. `patientRowId` lets an erasure of that patient blank it. */
export type UploadedSubject = Pick<ReportSnapshot, 'patient' | 'study'> & {
  patientRowId: string
  /** Random, so that nobody guesses the subject from its digest. Not there before the upload is in the chain. */
  salt?: string
}

/** An upload that is not in its study's chain: of version 0.2.0 or earlier. */
export const isUnchained = ({ versionId, hash }: { versionId: AnyPgColumn; hash: AnyPgColumn }): SQL =>
  sql`${versionId} is null and ${hash} is null`

export const reports = pgTable(
  'reports',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.id),
    /** Counts up within a study. */
    version: integer('version').notNull(),
    status: text('status', { enum: ['draft', 'finalized'] }).notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Null as long as the document of a signed text is being made. */
    sizeBytes: integer('size_bytes'),
    sha256: text('sha256'),
    objectKey: text('object_key').notNull(),
    /** The signed text that it is the document of; null if a file was uploaded. */
    versionId: uuid('version_id').references(() => reportVersions.id),
    /** Null for a signed text, which has its own; for an upload of version 0.2.0 or earlier; and after an erasure of that patient. */
    subject: jsonb('subject').$type<UploadedSubject>(),
    /** SHA-256 of the subject, hexadecimal. It stays when the subject is blanked. */
    subjectHash: text('subject_hash'),
    /** Of an upload: its link in the study's chain. A signed text has its own. Null: it is not in the chain yet. */
    prevHash: text('prev_hash'),
    hash: text('hash'),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    /** It counts no longer: its study's finished state was withdrawn. */
    withdrawnAt: instant('withdrawn_at'),
    /** Null while its signer can recall it. A report without it is not shown to laboratories and not sent (docs/decisions/reading/signing.md). */
    releasedAt: instant('released_at').defaultNow(),
    /** The time of its release; null if nothing held it back. */
    recallableUntil: instant('recallable_until'),
  },
  (t) => [
    uniqueIndex('reports_study_version').on(t.studyId, t.version),
    uniqueIndex('reports_version_id').on(t.versionId),
    index('reports_doctor').on(t.doctorId),
    index('reports_uploaded_by').on(t.uploadedBy),
    index('reports_object').on(t.objectKey),
    index('reports_subject').on(sql`(${t.subject} ->> 'patientRowId')`).where(sql`${t.subject} is not null`),
    index('reports_held_back').on(t.recallableUntil).where(sql`${t.releasedAt} is null and ${t.withdrawnAt} is null`),
    index('reports_unchained').on(t.studyId).where(isUnchained(t)),
    index('reports_unprinted').on(t.versionId).where(sql`${t.sha256} is null`),
    oneOf('reports_status', t.status, ['draft', 'finalized']),
    check('reports_uploaded_stored', sql`${t.versionId} is not null or (${t.sha256} is not null and ${t.sizeBytes} is not null)`),
  ],
)

/**
 * The reports that count: neither withdrawn nor deleted. A final one is finished; a signed one that is not final is an early result; what is neither is a
 * file that somebody put away as a draft. A released one can no longer be recalled (docs/decisions/reports/ledger.md).
 */
export const standingReports = pgView('standing_reports').as((query) =>
  query
    .select({
      id: reports.id,
      studyId: reports.studyId,
      version: reports.version,
      versionId: reports.versionId,
      doctorId: reports.doctorId,
      uploadedBy: reports.uploadedBy,
      uploadedAt: reports.uploadedAt,
      fileName: reports.fileName,
      objectKey: reports.objectKey,
      sha256: reports.sha256,
      releasedAt: reports.releasedAt,
      recallableUntil: reports.recallableUntil,
      isFinal: sql<boolean>`${reports.status} = 'finalized'`.as('is_final'),
      isSigned: sql<boolean>`${reports.versionId} is not null`.as('is_signed'),
      isReleased: sql<boolean>`${reports.releasedAt} is not null`.as('is_released'),
    })
    .from(reports)
    .where(and(isNull(reports.withdrawnAt), isNull(reports.deletedAt))),
)

/** The Word document of a signed report, beside its PDF. */
export const reportWordDocuments = pgTable(
  'report_word_documents',
  {
    reportId: uuid('report_id')
      .primaryKey()
      .references(() => reports.id),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    objectKey: text('object_key').notNull(),
  },
  (t) => [index('report_word_documents_object').on(t.objectKey)],
)

/** The series under which a study's report and its measurements are in the archive: written before they are sent, so that they are never taken for new images. */
export const archivedReports = pgTable(
  'archived_reports',
  {
    studyId: uuid('study_id')
      .primaryKey()
      .references(() => studies.id),
    /** Of the document. */
    seriesInstanceUid: text('series_instance_uid').notNull(),
    /** Of the measurements; null if none were ever sent. */
    measurementsSeriesUid: text('measurements_series_uid'),
  },
  (t) => [
    uniqueIndex('archived_reports_series').on(t.seriesInstanceUid),
    uniqueIndex('archived_reports_measurements').on(t.measurementsSeriesUid),
  ],
)

/** The downloads of reports and images. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    reportId: uuid('report_id').references(() => reports.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['zip', 'report'] }).notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('downloads_study').on(t.studyId),
    index('downloads_report').on(t.reportId),
    index('downloads_user').on(t.userId),
    oneOf('downloads_kind', t.kind, ['zip', 'report']),
  ],
)
