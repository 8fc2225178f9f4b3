import type { OwnPort } from '@readroom/contracts/core/port-refusals'
import { programNames } from '@readroom/contracts/operations/system'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '../core/columns.ts'

/** The processes that run, each with a sign of life twice a minute: which version they are, and what they were started with. */
export const programs = pgTable('programs', {
  id: id(),
  name: text('name', { enum: programNames }).notNull(),
  version: text('version').notNull(),
  host: text('host').notNull(),
  /** Name and value of variables, without secrets. */
  environment: jsonb('environment').$type<Record<string, string>>().notNull(),
  /** The ports that it opened for laboratories' programs, and whether they answered its own last test. */
  ports: jsonb('ports').$type<OwnPort[]>().notNull().default([]),
  startedAt: instant('started_at').notNull().defaultNow(),
  seenAt: instant('seen_at').notNull().defaultNow(),
})
