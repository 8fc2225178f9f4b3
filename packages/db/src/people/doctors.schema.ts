import { bodyRegions } from '@readroom/contracts/studies/body-regions'
import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, version } from '../core/columns.ts'

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
