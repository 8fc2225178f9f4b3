import { escalationSteps } from '@readroom/contracts/studies/escalation'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../access/accounts.schema.ts'
import { id, instant, oneOf } from '../../core/columns.ts'
import { studies } from '../studies.schema.ts'

/** The steps at which people were told that a study has no report yet, each once per cycle of the study. */
export const escalations = pgTable(
  'escalations',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    cycle: integer('cycle').notNull(),
    step: text('step', { enum: escalationSteps }).notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Nobody was told: a higher step was already true, or escalation is off. */
    passedOver: boolean('passed_over').notNull(),
    /** When its emails go: at the end of quiet hours. Null: they went, or none will. */
    mailAt: instant('mail_at'),
  },
  (t) => [
    unique('escalations_once').on(t.studyId, t.cycle, t.step),
    index('escalations_mail').on(t.mailAt).where(sql`${t.mailAt} is not null`),
    oneOf('escalations_step', t.step, escalationSteps),
  ],
)

/** Who was told of a step and how: an account, or an address of the laboratory's rules. */
export const escalationMessages = pgTable(
  'escalation_messages',
  {
    id: id(),
    escalationId: uuid('escalation_id')
      .notNull()
      .references(() => escalations.id, { onDelete: 'cascade' }),
    way: text('way', { enum: ['live', 'email'] }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    address: text('address'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('escalation_messages_escalation').on(t.escalationId),
    index('escalation_messages_user').on(t.userId),
    oneOf('escalation_messages_way', t.way, ['live', 'email']),
    check('escalation_messages_receiver', sql`(${t.userId} is null) <> (${t.address} is null)`),
  ],
)
