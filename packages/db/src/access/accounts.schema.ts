import { roles } from '@readroom/contracts/core/permissions'
import type { SessionEnd } from '@readroom/contracts/core/session-ends'
import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, oneOf } from '../core/columns.ts'

const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const users = pgTable(
  'users',
  {
    id: id(),
    email: citext('email').notNull(),
    username: citext('username').notNull(),
    fullName: text('full_name').notNull(),
    role: text('role', { enum: roles }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    passwordHash: text('password_hash').notNull(),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** A generated password stops working then. */
    passwordExpiresAt: instant('password_expires_at'),
    /** Asked for and not mailed yet: a generated password. The job that has another id than this one is out of date. */
    passwordRequestId: uuid('password_request_id'),
    /** The next sign-in at the OpenID provider by this email address becomes this account's, if the provider has verified the address. */
    providerLinkAllowed: boolean('provider_link_allowed').notNull().default(false),
    /** Null: nobody has signed in to the account yet. */
    firstSignedInAt: instant('first_signed_in_at'),
    /** The row stays for the logs that name it; email address and username are free again. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_username').on(t.username).where(sql`${t.deletedAt} is null`),
    index('users_name').on(t.fullName, t.id),
    oneOf('users_role', t.role, roles),
  ],
)

/** Of the ways in which a session ends, those that are somebody's doing. */
export const revocations = ['signed-out', 'elsewhere', 'administrator', 'password'] as const satisfies readonly SessionEnd[]

/** The factors that a session was opened with. */
export const secondFactorsUsed = ['totp', 'recovery-code', 'passkey', 'provider'] as const

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The `jti` of the token in use; the one before it stays good for a minute after a refresh. */
    tokenId: uuid('token_id').notNull(),
    tokenIssuedAt: instant('token_issued_at').notNull().defaultNow(),
    previousTokenId: uuid('previous_token_id'),
    previousTokenUntil: instant('previous_token_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The time at which its user last gave the password to sign reports. */
    signingConfirmedAt: instant('signing_confirmed_at'),
    /** The second factor of the sign-in; `provider`: the OpenID provider says that it asked for one. */
    secondFactor: text('second_factor', { enum: secondFactorsUsed }),
    /** Of a sign-in at the OpenID provider: its ID token, sealed, for the sign-out there. */
    providerToken: text('provider_token'),
    /** The account or event that revoked it. */
    endReason: text('end_reason', { enum: revocations }),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), oneOf('sessions_end_reason', t.endReason, revocations)],
)

/** Failed sign-ins of one account from one address; the key is a hash of both. */
export const loginThrottles = pgTable('login_throttles', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: instant('blocked_until').notNull(),
})

/**
 * The recovery of one email address, known or not: both are treated alike, so that neither answer nor time tells which.
 * The newest request replaces the one before.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: id(),
    /** SHA-256 of the lower-case address, hexadecimal. */
    emailHash: text('email_hash').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sentAt: instant('sent_at').notNull().defaultNow(),
    /** Argon2id of the one-time code, set when it is mailed. */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    tries: integer('tries').notNull().default(0),
    /** SHA-256 of the reset token, hexadecimal, once the code was right. */
    tokenHash: text('token_hash'),
    tokenExpiresAt: instant('token_expires_at'),
  },
  (t) => [
    uniqueIndex('password_resets_email').on(t.emailHash),
    index('password_resets_user').on(t.userId),
    index('password_resets_sent').on(t.sentAt),
  ],
)
