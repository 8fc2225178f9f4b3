import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id } from '../core/columns.ts'
import { studies } from './studies.schema.ts'

export const series = pgTable(
  'series',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id, { onDelete: 'cascade' }),
    orthancId: text('orthanc_id').notNull(),
    seriesInstanceUid: text('series_instance_uid').notNull(),
    seriesNumber: integer('series_number'),
    modality: text('modality'),
    description: text('description'),
    bodyPart: text('body_part'),
    seriesDate: date('series_date'),
    seriesTime: text('series_time'),
    /** DICOM Patient Position (0018,5100): HFS, FFP ... */
    patientPosition: text('patient_position'),
    /** DICOM Image Laterality (0020,0062) or Laterality (0020,0060), if all images have the same; null if they differ, or name none. */
    laterality: text('laterality'),
    /** Of the image that was asked: DICOM Image Type (0008,0008) and Scanning Sequence (0018,0020), with their backslashes. */
    imageType: text('image_type'),
    scanningSequence: text('scanning_sequence'),
    /** The orders that the image names (`orders/request-keys.ts` of contracts), with its own accession number. Null: not read. */
    requestKeys: text('request_keys').array(),
    imageCount: integer('image_count').notNull(),
    /** Of the image that was asked for the series; null if it came without one. */
    callingAeTitle: text('calling_ae_title'),
  },
  (t) => [
    uniqueIndex('series_orthanc_id').on(t.orthancId),
    index('series_study').on(t.studyId),
    index('series_uid').on(t.seriesInstanceUid),
  ],
)

/** AE titles of a study's images that no laboratory had when they came. A laboratory that gets one later claims the study, too. */
export const unknownSenders = pgTable(
  'unknown_senders',
  {
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id, { onDelete: 'cascade' }),
    aeTitle: text('ae_title').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studyId, t.aeTitle] }), index('unknown_senders_ae_title').on(t.aeTitle)],
)
