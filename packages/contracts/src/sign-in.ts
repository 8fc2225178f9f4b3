import { z } from 'zod'
import { SignInAnswer } from './auth.ts'
import { defineEndpoints, ok } from './endpoint.ts'
import { PasskeyRequest, PasskeySigned } from './passkeys.ts'
import { line } from './primitives.ts'

/** What was begun is open for so long, and for so many codes. */
export const challengeMinutes = 5
export const challengeTries = 5

/** Why a sign-in at the OpenID provider led nowhere; the sign-in page says it in these words. */
export const providerRefusals = {
  failed: 'The sign-in at your organisation did not succeed. Please try again.',
  unknown: 'Your organisation knows you, and this portal does not. Please ask your administrator.',
  'not-allowed': 'Your account is not linked to your organisation yet. Please ask your administrator to allow it.',
  unverified: 'Your organisation has not verified your e-mail address, so this portal cannot go by it.',
  role: 'What your organisation says of your role does not fit this account. Please ask your administrator.',
} as const
export const ProviderRefusal = z.enum(['failed', 'unknown', 'not-allowed', 'unverified', 'role'])
export type ProviderRefusal = keyof typeof providerRefusals

/** The secret of a challenge. */
export const Challenge = line(64).min(1)

const open = { method: 'POST', access: 'public', scope: 'none' } as const
const refusals = ['SIGN_IN_EXPIRED', 'ACCOUNT_INACTIVE', 'TOO_MANY_ATTEMPTS'] as const

/** The steps of a sign-in beside the password. None of them takes a token, and nothing else takes their challenge. */
export const signInEndpoints = defineEndpoints({
  code: {
    ...open,
    path: '/api/auth/second-step/code',
    summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code; each works once',
    body: z.strictObject({ challenge: Challenge, code: line(40).min(1) }),
    response: SignInAnswer,
    errors: ['SECOND_FACTOR_INVALID', 'AUTHENTICATOR_UNREADABLE', ...refusals],
  },
  providerStart: {
    method: 'GET',
    path: '/api/auth/provider/start',
    summary: 'Leads to the OpenID provider, where one is configured',
    access: 'public',
    scope: 'none',
    leavesTrace: true,
    response: 'redirect',
    errors: ['NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  },
  providerReturn: {
    method: 'GET',
    path: '/api/auth/provider/return',
    summary: 'Where the OpenID provider leads back to (redirect URI); leads to the sign-in page, which finishes',
    access: 'public',
    scope: 'none',
    leavesTrace: true,
    response: 'redirect',
    errors: ['NOT_FOUND'],
  },
  providerFinish: {
    ...open,
    path: '/api/auth/provider/finish',
    summary: 'Finish a sign-in at the OpenID provider, in the browser that began it',
    response: SignInAnswer,
    errors: ['SIGN_IN_EXPIRED', 'ACCOUNT_INACTIVE'],
  },
  passkeyOptions: {
    ...open,
    path: '/api/auth/passkey/options',
    summary: 'What a passkey has to sign: as the second step of the challenge, or without one to sign in by itself',
    body: z.strictObject({ challenge: Challenge.optional() }),
    response: ok({ challenge: z.string(), options: PasskeyRequest }),
    errors: ['SIGN_IN_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  },
  passkey: {
    ...open,
    path: '/api/auth/passkey/sign-in',
    summary: 'Finish a sign-in with a passkey',
    body: z.strictObject({ challenge: Challenge, credential: PasskeySigned }),
    response: SignInAnswer,
    errors: ['PASSKEY_INVALID', ...refusals],
  },
})
