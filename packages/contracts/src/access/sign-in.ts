import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { line } from '../core/primitives.ts'
import { SignInAnswer } from './auth.ts'
import { PasskeyRequest, PasskeySigned } from './passkeys.ts'

/** An open sign-in lasts this long, and takes this many codes. */
export const challengeMinutes = 5
export const challengeTries = 5

/** The reasons for a failed sign-in at the OpenID provider, in the words of the sign-in page. */
export const providerRefusals = {
  failed: 'Sign-in at your organisation failed. Please try again.',
  unknown: 'There is no account for you in this portal. Please ask your administrator.',
  'not-allowed': 'Your account is not linked to your organisation. Please ask your administrator to allow the link.',
  unverified: 'Your organisation has not verified your email address, so you cannot sign in with it.',
  role: 'Your role at your organisation does not match this account. Please ask your administrator.',
} as const
export const ProviderRefusal = z.enum(['failed', 'unknown', 'not-allowed', 'unverified', 'role'])
export type ProviderRefusal = keyof typeof providerRefusals

/** The secret of a challenge. */
export const Challenge = line(64).min(1)

const open = { method: 'POST', access: 'public', scope: 'none' } as const
const refusals = ['SIGN_IN_EXPIRED', 'ACCOUNT_INACTIVE', 'ACCOUNT_LAB_INACTIVE', 'TOO_MANY_ATTEMPTS'] as const

/** The steps of a sign-in beside the password. None of them takes a token. Only they take their challenge. */
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
    errors: ['SIGN_IN_EXPIRED', 'ACCOUNT_INACTIVE', 'ACCOUNT_LAB_INACTIVE'],
  },
  passkeyOptions: {
    ...open,
    path: '/api/auth/passkey/options',
    summary: 'The challenge for a passkey, as the second factor of a sign-in or to sign in without a password',
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
