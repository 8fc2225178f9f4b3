import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

/** Word templates of reports: one for each laboratory and modality; null stands for all of them. */
export const reportTemplates = pgTable(
  'report_templates',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id, { onDelete: 'cascade' }),
    modality: text('modality'),
    fileName: text('file_name').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    objectKey: text('object_key').notNull(),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('report_templates_place').on(
      sql`coalesce(${t.labId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      sql`coalesce(${t.modality}, '')`,
    ),
    index('report_templates_lab').on(t.labId),
    index('report_templates_uploaded_by').on(t.uploadedBy),
  ],
)
