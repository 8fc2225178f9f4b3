import { sql } from 'drizzle-orm'
import { customType, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../core/columns.ts'

/** Scopes beside laboratories and doctors. */
export const administrators = '00000000-0000-0000-0000-000000000000'
export const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The number of a transaction, which is never given out twice. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Which transactions changed something that lists of studies show, for the last minutes: triggers of every table that a row is read from append to
 * it. `scope`: a laboratory, a doctor, or one of the above.
 */
export const worklistChanges = pgTable(
  'worklist_changes',
  {
    scope: uuid('scope').notNull(),
    transaction: transactionNumber('transaction').notNull().default(sql`pg_current_xact_id()`),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.scope, t.transaction] }), index('worklist_changes_at').on(t.at)],
)
