import type { Confirmation, ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { reportKinds, signatureMeanings } from '@readroom/contracts/studies/report-kinds'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { doctors } from '../people/doctors.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/** Append-only: texts as they were signed. Each names the hash of the one before (docs/decisions/reading/written-reports.md). */
export const reportVersions = pgTable(
  'report_versions',
  {
    id: id(),
    studyId: uuid('study_id')
      .references((): AnyPgColumn => studies.id)
      .notNull(),
    /** Counts up within a study. */
    number: integer('number').notNull(),
    kind: text('kind', { enum: reportKinds }).notNull(),
    meaning: text('meaning', { enum: signatureMeanings }).notNull(),
    content: jsonb('content').$type<ReportContent>().notNull(),
    snapshot: jsonb('snapshot').$type<ReportSnapshot>().notNull(),
    signedBy: uuid('signed_by')
      .notNull()
      .references(() => users.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references((): AnyPgColumn => doctors.id),
    signedAt: instant('signed_at').notNull().defaultNow(),
    reason: text('reason').notNull(),
    confirmed: text('confirmed').array().$type<Confirmation[]>().notNull(),
    /** The id of the request that signed: a repeated request signs only once. */
    requestId: uuid('request_id').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    uniqueIndex('report_versions_study_number').on(t.studyId, t.number),
    uniqueIndex('report_versions_request').on(t.requestId),
    index('report_versions_signed_by').on(t.signedBy),
    index('report_versions_doctor').on(t.doctorId),
    index('report_versions_amended').on(t.signedAt.desc()).where(sql`${t.kind} <> 'original'`),
    oneOf('report_versions_kind', t.kind, reportKinds),
    oneOf('report_versions_meaning', t.meaning, signatureMeanings),
    check('report_versions_reason', sql`(${t.kind} = 'correction') = (${t.reason} <> '')`),
  ],
)
