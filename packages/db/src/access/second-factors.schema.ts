import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, oneOf } from '../core/columns.ts'
import { users } from './accounts.schema.ts'

const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** An authenticator app (RFC 6238), one for each account. Until a code of it confirmed it, it opens and guards nothing. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: ofUser().primaryKey(),
  /** The shared secret, sealed with the portal's key. */
  sealedSecret: text('sealed_secret').notNull(),
  /** The time step of the last code that was used: it and those before it are used up. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  confirmedAt: instant('confirmed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Codes that each stand in for the second factor once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: ofUser(),
    /** SHA-256 of the code, hexadecimal: 80 random bits are not guessed. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)

/** WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The authenticator's own id of it, base64url. */
    credentialId: text('credential_id').primaryKey(),
    userId: ofUser(),
    name: text('name').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Uses that the authenticator has counted; one that goes back is a copy of it. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull().default([]),
    /** Kept by a service that copies it to its owner's other devices. */
    isSynced: boolean('is_synced').notNull(),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

const challengePurposes = ['second-step', 'passkey-sign-in', 'passkey-registration'] as const

/** The state between two requests of one sign-in or registration, for some minutes. It is no session and opens nothing else. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    /** SHA-256 of the secret that the browser has, hexadecimal. */
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: challengePurposes }).notNull(),
    /** The account whose first step was right; null for a passkey, which names its account itself. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The challenge for a passkey, base64url. */
    webauthnChallenge: text('webauthn_challenge'),
    /** The first step was at the provider: its ID token, sealed, for the sign-out there. */
    providerToken: text('provider_token'),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('sign_in_challenges_user').on(t.userId),
    index('sign_in_challenges_expires').on(t.expiresAt),
    oneOf('sign_in_challenges_purpose', t.purpose, challengePurposes),
  ],
)

/** A way to an OpenID provider and back, of one browser. */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    /** SHA-256 of the browser's cookie, hexadecimal. */
    hash: text('hash').primaryKey(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** The account, once the provider has named it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    providerToken: text('provider_token'),
    /** The provider says that it asked for a second factor itself. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('provider_sign_ins_user').on(t.userId), index('provider_sign_ins_expires').on(t.expiresAt)],
)

/** The identity of an account at an OpenID provider. */
export const providerIdentities = pgTable(
  'provider_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ofUser(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), uniqueIndex('provider_identities_user').on(t.userId, t.issuer)],
)
