import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Instant, line } from '../core/primitives.ts'
import { PasskeyCreated, PasskeyCreation } from './passkeys.ts'
import { Password } from './passwords.ts'
import { Challenge } from './sign-in.ts'

export const recoveryCodeCount = 10
export const maxPasskeys = 20

/** A passkey of the caller. */
export const PasskeyInfo = z.object({
  /** The authenticator's own id of it, base64url. */
  _id: z.string(),
  name: z.string(),
  /** Kept by a service that copies it to its owner's other devices. */
  isSynced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type PasskeyInfo = z.infer<typeof PasskeyInfo>

/** The caller's second factors. */
export const SecondFactorState = z.object({
  hasAuthenticator: z.boolean(),
  passkeys: z.array(PasskeyInfo),
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: z.int(),
  /** The administrator says that the caller's role needs one. */
  isRequired: z.boolean(),
  /** Changes ask for the password; an account of the OpenID provider may have none. */
  hasPassword: z.boolean(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** Ten codes if this was the account's first second factor, otherwise none; shown once. */
const NewRecoveryCodes = z.array(z.string())

const password = Password.optional()
const code = line(40).min(1)
const own = { access: 'signed-in', scope: 'none' } as const
const whileEnrolling = { ...own, duringEnrolment: true } as const
const ownerErrors = ['CURRENT_PASSWORD_INCORRECT', 'TOO_MANY_ATTEMPTS'] as const
const codeErrors = [...ownerErrors, 'SECOND_FACTOR_INVALID', 'AUTHENTICATOR_UNREADABLE'] as const

export const secondFactorEndpoints = defineEndpoints({
  read: {
    ...whileEnrolling,
    method: 'GET',
    path: '/api/account/second-factor',
    summary: "The caller's second factors",
    response: ok({ data: SecondFactorState }),
    errors: [],
  },
  beginAuthenticator: {
    ...whileEnrolling,
    method: 'POST',
    path: '/api/account/authenticator',
    summary: 'A new secret for an authenticator app; it guards nothing before a code of it was confirmed',
    body: z.strictObject({ password }),
    response: ok({ secret: z.string(), uri: z.string() }),
    errors: ['AUTHENTICATOR_EXISTS', ...ownerErrors],
  },
  confirmAuthenticator: {
    ...whileEnrolling,
    method: 'POST',
    path: '/api/account/authenticator/confirm',
    summary: "Put the authenticator app into use, by a code of it; the caller's other sessions end",
    body: z.strictObject({ code }),
    response: ok({ message: z.string(), recoveryCodes: NewRecoveryCodes }),
    errors: ['AUTHENTICATOR_NOT_STARTED', 'SECOND_FACTOR_INVALID', 'AUTHENTICATOR_UNREADABLE', 'TOO_MANY_ATTEMPTS'],
  },
  removeAuthenticator: {
    ...own,
    method: 'POST',
    path: '/api/account/authenticator/remove',
    summary: 'Remove the authenticator app, with the password and a code of it or a recovery code',
    body: z.strictObject({ password, code }),
    response: ok({ message: z.string() }),
    errors: ['SECOND_FACTOR_MISSING', ...codeErrors],
  },
  makeRecoveryCodes: {
    ...own,
    method: 'POST',
    path: '/api/account/recovery-codes',
    summary: 'Ten new recovery codes, shown once; the old ones stop working',
    body: z.strictObject({ password, code }),
    response: ok({ message: z.string(), recoveryCodes: NewRecoveryCodes }),
    errors: ['SECOND_FACTOR_MISSING', ...codeErrors],
  },
  passkeyOptions: {
    ...whileEnrolling,
    method: 'POST',
    path: '/api/account/passkeys/options',
    summary: 'The options for creating a passkey in the browser',
    body: z.strictObject({ password }),
    response: ok({ challenge: z.string(), options: PasskeyCreation }),
    errors: ['TOO_MANY_PASSKEYS', ...ownerErrors],
  },
  addPasskey: {
    ...whileEnrolling,
    method: 'POST',
    path: '/api/account/passkeys',
    summary: "Register a passkey that the browser made; with the first one the caller's other sessions end",
    body: z.strictObject({ challenge: Challenge, name: line(100).min(1), credential: PasskeyCreated }),
    response: ok({ message: z.string(), recoveryCodes: NewRecoveryCodes }),
    errors: ['SIGN_IN_EXPIRED', 'PASSKEY_INVALID', 'PASSKEY_TAKEN', 'TOO_MANY_PASSKEYS'],
  },
  removePasskey: {
    ...own,
    method: 'POST',
    path: '/api/account/passkeys/:passkeyId/remove',
    summary: 'Remove a passkey of the caller, with the password and a code of the authenticator app or a recovery code',
    params: z.object({ passkeyId: line(1400).min(1) }),
    body: z.strictObject({ password, code }),
    response: ok({ message: z.string() }),
    errors: ['PASSKEY_NOT_FOUND', ...codeErrors],
  },
})
