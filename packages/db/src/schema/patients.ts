import { salutations } from '@readroom/contracts/primitives'
import { type SQL, sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { labs } from './accounts.ts'
import { id, instant, oneOf, version } from './columns.ts'

const noLab = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)
/** Two rows without a laboratory are of one place too. */
const labOrNone = (labId: SQL) => sql`coalesce(${labId}, ${noLab})`

const sexes = ['M', 'F', 'O'] as const

/**
 * A person in a laboratory's books, whose patient ids are its own; a missing id never joins two studies. What people corrected stands here; null:
 * as the scanner says, study by study (`studies.dicom_*`). Which of the two is shown is decided in one place: `shown_study` in migrations/0024.
 */
export const patients = pgTable(
  'patients',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id),
    /** DICOM PatientID (0010,0020), or what it was corrected to; null where it is missing or empty. */
    patientId: text('patient_id'),
    correctedName: text('corrected_name'),
    correctedSex: text('corrected_sex', { enum: sexes }),
    correctedBirthDate: date('corrected_birth_date'),
    /** What only people know. */
    salutation: text('salutation', { enum: salutations }),
    contactPhone: text('contact_phone').notNull().default(''),
    contactEmail: text('contact_email').notNull().default(''),
    address: text('address').notNull().default(''),
    /** Why nothing of the patient may be removed, by request or by rule; null where it may. */
    holdReason: text('hold_reason'),
    /** The number of the next document; none is used twice. */
    nextDocument: integer('next_document').notNull().default(0),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('patients_lab_patient_id')
      .on(labOrNone(sql`${t.labId}`), t.patientId)
      .where(sql`${t.patientId} is not null`),
    index('patients_lab').on(t.labId),
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
