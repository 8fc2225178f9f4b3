import { bigint, bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { instant } from './columns.ts'

/** Append-only record of who did what, from where. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().defaultNow(),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    action: text('action').notNull(),
    targetType: text('target_type'),
    targetId: text('target_id'),
    details: jsonb('details').notNull().default({}),
    address: text('address'),
  },
  // One for each way to look: all of it, by person, by person and action, by action, by what it is about. The newest come first.
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_actor_at').on(t.actorUserId, t.at, t.id),
    index('audit_log_actor_action').on(t.actorUserId, t.action, t.at, t.id),
    index('audit_log_action').on(t.action, t.at, t.id),
    index('audit_log_target_at').on(t.targetType, t.targetId, t.at, t.id),
  ],
)

/**
 * The audit log's hash chain, in the order of commits: each hash covers the entry and the hash before it.
 * Written by the database alone (`programs/audit_chain.sql`), so that a changed or removed entry shows.
 */
export const auditChain = pgTable('audit_chain', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => auditLog.id),
  /** SHA-256, hexadecimal. */
  hash: text('hash').notNull(),
})
