import { roles } from '@readroom/contracts/core/permissions'
import type { SessionEnd } from '@readroom/contracts/core/session-ends'
import type { EchoResult } from '@readroom/contracts/orders/scanners'
import type { Address } from '@readroom/contracts/people/labs'
import type { DisplayRules } from '@readroom/contracts/reading/display-rules'
import { bodyRegions } from '@readroom/contracts/studies/body-regions'
import { sql } from 'drizzle-orm'
import { boolean, check, customType, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, oneOf, version } from '../core/columns.ts'

const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const users = pgTable(
  'users',
  {
    id: id(),
    email: citext('email').notNull(),
    username: citext('username').notNull(),
    fullName: text('full_name').notNull(),
    role: text('role', { enum: roles }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    passwordHash: text('password_hash').notNull(),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** A generated password stops working then. */
    passwordExpiresAt: instant('password_expires_at'),
    /** Asked for and not mailed yet: a generated password. The job that has another id than this one is out of date. */
    passwordRequestId: uuid('password_request_id'),
    /** The next sign-in at the OpenID provider by this email address becomes this account's, if the provider has verified the address. */
    providerLinkAllowed: boolean('provider_link_allowed').notNull().default(false),
    /** Null: nobody has signed in to the account yet. */
    firstSignedInAt: instant('first_signed_in_at'),
    /** The row stays for the logs that name it; email address and username are free again. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_username').on(t.username).where(sql`${t.deletedAt} is null`),
    index('users_name').on(t.fullName, t.id),
    oneOf('users_role', t.role, roles),
  ],
)

/** Of the ways in which a session ends, those that are somebody's doing. */
export const revocations = ['signed-out', 'elsewhere', 'administrator', 'password'] as const satisfies readonly SessionEnd[]

/** The factors that a session was opened with. */
export const secondFactorsUsed = ['totp', 'recovery-code', 'passkey', 'provider'] as const

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The `jti` of the token in use; the one before it stays good for a minute after a refresh. */
    tokenId: uuid('token_id').notNull(),
    tokenIssuedAt: instant('token_issued_at').notNull().defaultNow(),
    previousTokenId: uuid('previous_token_id'),
    previousTokenUntil: instant('previous_token_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The time at which its user last gave the password to sign reports. */
    signingConfirmedAt: instant('signing_confirmed_at'),
    /** The second factor of the sign-in; `provider`: the OpenID provider says that it asked for one. */
    secondFactor: text('second_factor', { enum: secondFactorsUsed }),
    /** Of a sign-in at the OpenID provider: its ID token, sealed, for the sign-out there. */
    providerToken: text('provider_token'),
    /** The account or event that revoked it. */
    endReason: text('end_reason', { enum: revocations }),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), oneOf('sessions_end_reason', t.endReason, revocations)],
)

/** Failed sign-ins of one account from one address; the key is a hash of both. */
export const loginThrottles = pgTable('login_throttles', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: instant('blocked_until').notNull(),
})

/**
 * The recovery of one email address, known or not: both are treated alike, so that neither answer nor time tells which.
 * The newest request replaces the one before.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: id(),
    /** SHA-256 of the lower-case address, hexadecimal. */
    emailHash: text('email_hash').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sentAt: instant('sent_at').notNull().defaultNow(),
    /** Argon2id of the one-time code, set when it is mailed. */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    tries: integer('tries').notNull().default(0),
    /** SHA-256 of the reset token, hexadecimal, once the code was right. */
    tokenHash: text('token_hash'),
    tokenExpiresAt: instant('token_expires_at'),
  },
  (t) => [
    uniqueIndex('password_resets_email').on(t.emailHash),
    index('password_resets_user').on(t.userId),
    index('password_resets_sent').on(t.sentAt),
  ],
)

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

export const doctors = pgTable(
  'doctors',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The name with its parts, as DICOM writes it, for other systems. Null: nobody has told the parts of the account's name. */
    personName: text('person_name'),
    specialization: text('specialization'),
    licenseNumber: text('license_number'),
    department: text('department'),
    qualifications: text('qualifications').array().notNull().default([]),
    yearsOfExperience: integer('years_of_experience'),
    contactPhoneOffice: text('contact_phone_office'),
    biography: text('biography'),
    languages: text('languages').array().notNull().default([]),
    availableDays: text('available_days').array().notNull().default([]),
    /** Laboratories whose studies the doctor reads. Null: all. */
    readsLabIds: uuid('reads_lab_ids').array(),
    /** Null: all. */
    readsModalities: text('reads_modalities').array(),
    /** Null: all. */
    readsBodyRegions: text('reads_body_regions', { enum: bodyRegions }).array(),
    /** When somebody first chose what the doctor reads. Null: automatic assignment gives the doctor nothing. */
    readsChosenAt: instant('reads_chosen_at'),
    /** Expected minutes of open work. Null: no limit. */
    openMinutesLimit: integer('open_minutes_limit'),
    /** Percent of a usual doctor's work that automatic assignment gives. */
    workShare: integer('work_share').notNull().default(100),
    /** The last day of the license. */
    licenseExpiresOn: date('license_expires_on'),
    isActiveProfile: boolean('is_active_profile').notNull().default(true),
    signatureKey: text('signature_key'),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('doctors_user').on(t.userId), check('doctors_work_share', sql`${t.workShare} between 10 and 200`)],
)

export const tickets = pgTable(
  'tickets',
  {
    /** SHA-256 of the ticket, hexadecimal. */
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['ws', 'viewer', 'launch', 'download', 'report-launch', 'export'] }).notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id'),
    /** A ZIP that is there, and not whatever the study's is when the ticket is used; of an export, its action. */
    zipId: uuid('zip_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('tickets_session').on(t.sessionId), index('tickets_expires').on(t.expiresAt)],
)
