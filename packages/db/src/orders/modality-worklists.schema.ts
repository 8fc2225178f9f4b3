import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, version } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

/** The modality worklists of laboratories that have one (docs/decisions/orders/modality-worklist.md). */
export const modalityWorklists = pgTable(
  'modality_worklists',
  {
    labId: uuid('lab_id')
      .primaryKey()
      .references(() => labs.id, { onDelete: 'cascade' }),
    calledAeTitle: text('called_ae_title').notNull(),
    allowedAddresses: text('allowed_addresses').array().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    /** When a scanner asked last. */
    lastAskedAt: instant('last_asked_at'),
    /** When an answer had more items than fit last. */
    lastCutAt: instant('last_cut_at'),
    version: version(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('modality_worklists_called_ae_title').on(t.calledAeTitle),
    check('modality_worklists_called_ae_title_upper', sql`${t.calledAeTitle} = upper(${t.calledAeTitle})`),
  ],
)
