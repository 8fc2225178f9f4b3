import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

/** Images that end the process that decodes them: nobody decodes them for a while. */
export const drawingFailures = pgTable(
  'drawing_failures',
  {
    /** Orthanc's id. */
    image: text('image').primaryKey(),
    /** MD5 of its file: another file under the same id is another image. Null if it is not known. */
    checksum: text('checksum'),
    /** Null for what version 0.2.0 noted, which counts no more. */
    studyId: uuid('study_id').references(() => studies.id, { onDelete: 'cascade' }),
    failures: integer('failures').notNull().default(1),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [index('drawing_failures_study').on(t.studyId)],
)
