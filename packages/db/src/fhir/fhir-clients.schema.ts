import type { PublicKeySet } from '@readroom/contracts/fhir/fhir-clients'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

/** Systems of laboratories that read by FHIR (docs/decisions/fhir/fhir.md). */
export const fhirClients = pgTable(
  'fhir_clients',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Public keys only. */
    jwks: jsonb('jwks').$type<PublicKeySet>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** When it last got an access token. */
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('fhir_clients_name').on(sql`lower(${t.name})`), index('fhir_clients_lab').on(t.labId)],
)

/** The assertions that clients have used and that have not expired. Each is good for one access token. */
export const fhirAssertions = pgTable(
  'fhir_assertions',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => fhirClients.id, { onDelete: 'cascade' }),
    /** The assertion's own id (`jti`). */
    assertionId: text('assertion_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.assertionId] }), index('fhir_assertions_expires').on(t.expiresAt)],
)
