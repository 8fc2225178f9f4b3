import { keyImageTypes } from '@readroom/contracts/reading/key-images'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

/** Pictures of a study's images, taken for its reports. Signed key images never change, and only an erasure removes them (a trigger). */
export const keyImages = pgTable(
  'key_images',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    /** In the draft, from 1; null if the draft does not have it. */
    position: integer('position'),
    /** Of the draft; of a signed report its snapshot has it. */
    caption: text('caption').notNull().default(''),
    sopInstanceUid: text('sop_instance_uid').notNull(),
    series: integer('series'),
    image: integer('image'),
    frame: integer('frame'),
    objectKey: text('object_key').notNull(),
    contentType: text('content_type', { enum: keyImageTypes }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    takenBy: uuid('taken_by')
      .notNull()
      .references(() => users.id),
    takenAt: instant('taken_at').notNull().defaultNow(),
    /** With the first report that has it. */
    signedAt: instant('signed_at'),
  },
  (t) => [
    index('key_images_study').on(t.studyId),
    index('key_images_taken_by').on(t.takenBy),
    index('key_images_object').on(t.objectKey),
    oneOf('key_images_content_type', t.contentType, keyImageTypes),
    check('key_images_position', sql`${t.position} > 0`),
    check('key_images_of_something', sql`${t.position} is not null or ${t.signedAt} is not null`),
  ],
)
