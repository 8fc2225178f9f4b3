import type { EchoResult } from '@readroom/contracts/orders/scanners'
import type { Address } from '@readroom/contracts/people/labs'
import type { DisplayRules } from '@readroom/contracts/reading/display-rules'
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, version } from '../core/columns.ts'

export const labs = pgTable(
  'labs',
  {
    id: id(),
    name: text('name').notNull(),
    /** Upper case; also its first calling AE title. */
    identifier: text('identifier').notNull(),
    contactPerson: text('contact_person'),
    contactEmail: text('contact_email'),
    contactPhone: text('contact_phone'),
    address: jsonb('address').$type<Partial<Address>>().notNull().default({}),
    notes: text('notes'),
    isActive: boolean('is_active').notNull().default(true),
    /** The contact email is told of each report that becomes final or is amended. */
    mailOnReport: boolean('mail_on_report').notNull().default(false),
    /** Its staff read preliminary reports. */
    preliminaryVisible: boolean('preliminary_visible').notNull().default(false),
    /** Its signed reports go to the archive too, beside the images. */
    archiveReports: boolean('archive_reports').notNull().default(false),
    /** A doctor can sign a report of its studies only after displaying every series. */
    everySeriesDisplayed: boolean('every_series_displayed').notNull().default(false),
    /** What of a series counts as displayed, where it is not the usual. */
    displayRules: jsonb('display_rules').$type<DisplayRules>().notNull().default([]),
    /** Share links to its studies need a PIN. */
    sharePinRequired: boolean('share_pin_required').notNull().default(false),
    /** Hours of the clinic's clock without emails about deadlines, HH:MM; both or neither. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    /** Further addresses for emails about deadlines. */
    escalationEmails: text('escalation_emails').array().notNull().default([]),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('labs_identifier').on(t.identifier),
    check('labs_quiet_hours', sql`num_nulls(${t.quietFrom}, ${t.quietTo}) <> 1 and ${t.quietFrom} <> ${t.quietTo}`),
    check('labs_identifier_upper', sql`${t.identifier} = upper(${t.identifier})`),
  ],
)

/** Calling AE titles, upper case: each belongs to one laboratory. */
/** The AE titles of laboratories' scanners, with what is known of each scanner. */
export const labAeTitles = pgTable(
  'lab_ae_titles',
  {
    aeTitle: text('ae_title').primaryKey(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    /** The place at which the scanner answers C-ECHO. */
    place: jsonb('place').$type<{ host: string; port: number }>(),
    /** Tests ask by TLS. */
    usesTls: boolean('uses_tls').notNull().default(false),
    /** The certificate that the scanner shows by TLS, in PEM. */
    certificate: text('certificate'),
    /** When it last read its worklist or reported a step. */
    lastAskedAt: instant('last_asked_at'),
    /** When an account last asked for a test, and the answer to it. */
    testAskedAt: instant('test_asked_at'),
    testResult: jsonb('test_result').$type<EchoResult>(),
    version: version(),
  },
  (t) => [index('lab_ae_titles_lab').on(t.labId), check('lab_ae_titles_upper', sql`${t.aeTitle} = upper(${t.aeTitle})`)],
)

export const labStaff = pgTable(
  'lab_staff',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
  },
  (t) => [index('lab_staff_lab').on(t.labId)],
)
