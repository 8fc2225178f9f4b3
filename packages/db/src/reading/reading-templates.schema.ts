import { templateScopes } from '@readroom/contracts/reading/reading-templates'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { reportKinds } from '@readroom/contracts/studies/report-kinds'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf, version } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

/** The owner: everybody, a laboratory's studies, or one user. */
const place = () => ({
  scope: text('scope', { enum: templateScopes }).notNull(),
  labId: uuid('lab_id').references(() => labs.id, { onDelete: 'cascade' }),
  ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'cascade' }),
})

type Place = Record<'scope' | 'labId' | 'ownerId', AnyPgColumn>

const placeHolds = (name: string, { scope, labId, ownerId }: Place) =>
  check(name, sql`(${scope} = 'lab') = (${labId} is not null) and (${scope} = 'doctor') = (${ownerId} is not null)`)

/** One key of a place: the laboratory, the user, or nobody. */
const placeKey = ({ labId, ownerId }: Place) => sql`coalesce(${labId}, ${ownerId}, '00000000-0000-0000-0000-000000000000'::uuid)`

/** The starting texts of reports (docs/decisions/reading/report-templates.md). Word letters are `report_templates`. */
export const readingTemplates = pgTable(
  'reading_templates',
  {
    id: id(),
    ...place(),
    name: text('name').notNull(),
    modalities: text('modalities').array().notNull(),
    /** Of the description or the body part of its studies. */
    words: text('words').array().notNull(),
    sex: text('sex', { enum: ['M', 'F', 'O'] }),
    kind: text('kind', { enum: reportKinds }).notNull(),
    isDefault: boolean('is_default').notNull(),
    content: jsonb('content').$type<ReportContent>().notNull(),
    version: version(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('reading_templates_name').on(placeKey(t), sql`lower(${t.name})`),
    index('reading_templates_lab').on(t.labId),
    index('reading_templates_owner').on(t.ownerId),
    oneOf('reading_templates_scope', t.scope, templateScopes),
    oneOf('reading_templates_kind', t.kind, reportKinds),
    oneOf('reading_templates_sex', t.sex, ['M', 'F', 'O']),
    placeHolds('reading_templates_place', t),
  ],
)

/** Pieces of text that a short word stands for. */
export const textBlocks = pgTable(
  'text_blocks',
  {
    id: id(),
    ...place(),
    shortcut: text('shortcut').notNull(),
    /** The sections that offer the block; empty: all. */
    sections: text('sections').array().notNull(),
    /** A report of one section. */
    content: jsonb('content').$type<ReportContent>().notNull(),
    version: version(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('text_blocks_shortcut').on(placeKey(t), sql`lower(${t.shortcut})`),
    index('text_blocks_lab').on(t.labId),
    index('text_blocks_owner').on(t.ownerId),
    oneOf('text_blocks_scope', t.scope, templateScopes),
    placeHolds('text_blocks_place', t),
  ],
)
