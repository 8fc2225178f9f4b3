import type { DigestFrequency } from '@readroom/contracts/turnaround/digests'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, version } from '../core/columns.ts'

/** Emails about turnaround times and workload, on a schedule (docs/decisions/turnaround/digests.md). */
export const digests = pgTable(
  'digests',
  {
    id: id(),
    /** Null: all laboratories. One that was deleted stays in the list, and is left out. */
    labIds: uuid('lab_ids').array(),
    /** A group of doctors in place of laboratories. One that was deleted stays here, and nothing is sent. */
    groupId: uuid('group_id'),
    frequency: text('frequency').$type<DigestFrequency>().notNull(),
    /** HH:MM in the clinic's zone. */
    sendAt: text('send_at').notNull(),
    recipients: text('recipients').array().notNull(),
    nextAt: instant('next_at').notNull(),
    lastSentAt: instant('last_sent_at'),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('digests_next').on(t.nextAt)],
)
