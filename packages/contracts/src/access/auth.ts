import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Role } from '../core/permissions.ts'
import { Id, line } from '../core/primitives.ts'
import { newPasswordErrors, Password } from './passwords.ts'

export const User = z.object({
  _id: Id,
  email: z.string(),
  role: Role,
  fullName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The profile of a doctor_account, by which assignments name doctors; otherwise null. */
  doctorId: Id.nullable(),
  /** Signed in with a generated password: nothing but changing it is possible. */
  mustChangePassword: z.boolean(),
  /** The role needs a second factor and there is none: nothing but setting one up is possible. */
  mustEnrol: z.boolean().default(false),
})
export type User = z.infer<typeof User>

/** A lifetime: a number followed by s, m, h or d. */
export const ExpiresIn = z.string().regex(/^\d+[smhd]$/)

export const secondStepMethods = ['totp', 'passkey', 'recovery-code'] as const
export const SecondStepMethod = z.enum(secondStepMethods)
export type SecondStepMethod = z.infer<typeof SecondStepMethod>

/** The answer to a right password if the account has a second factor: a challenge that opens only the second factor. */
export const SecondStep = z.object({ challenge: z.string(), methods: z.array(SecondStepMethod), expiresIn: ExpiresIn })
export type SecondStep = z.infer<typeof SecondStep>

/** Of a finished sign-in `user` and `token`; of one that goes on `secondStep` in their place. */
export const SignInAnswer = ok({
  user: User.optional(),
  token: z.string().optional(),
  secondStep: SecondStep.optional(),
  expiresIn: ExpiresIn,
  message: z.string(),
})

export const ticketPurposes = ['ws', 'viewer', 'launch', 'download'] as const
/** Viewers that run in the browser: our own build of OHIF, and the one that the image archive has. */
export const browserViewers = ['ohif', 'archive'] as const
export type BrowserViewer = (typeof browserViewers)[number]

export const TicketPurpose = z.enum(ticketPurposes)
export type TicketPurpose = z.infer<typeof TicketPurpose>

export const authEndpoints = defineEndpoints({
  login: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with email address and password; an account with a second factor is asked for that next',
    access: 'public',
    scope: 'none',
    body: z.strictObject({ email: line(254).min(1), password: Password }),
    response: SignInAnswer,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_INACTIVE', 'ACCOUNT_LAB_INACTIVE', 'PASSWORD_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the session. Repeating it is harmless',
    access: 'public',
    scope: 'none',
    /** `providerSignOut`: of a session that was begun at the OpenID provider, if the browser ends the one there. */
    response: ok({ message: z.string(), providerSignOut: z.string().optional() }),
    errors: [],
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh-token',
    summary: 'A new token for the same session; the old one stays good for 60 seconds',
    access: 'signed-in',
    scope: 'none',
    duringPasswordChange: true,
    duringEnrolment: true,
    response: ok({ token: z.string(), expiresIn: ExpiresIn }),
    errors: [],
  },
  session: {
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Remaining session time until the idle timeout and until the maximum length',
    access: 'signed-in',
    scope: 'none',
    response: ok({ idleSeconds: z.int(), lifeSeconds: z.int() }),
    errors: [],
  },
  profile: {
    method: 'GET',
    path: '/auth/profile',
    summary: "The caller's own account",
    access: 'signed-in',
    scope: 'none',
    duringPasswordChange: true,
    duringEnrolment: true,
    response: ok({ data: User, message: z.string() }),
    errors: [],
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    summary: "Change the caller's password. Ends the caller's other sessions",
    access: 'signed-in',
    scope: 'none',
    duringPasswordChange: true,
    body: z.strictObject({ oldPassword: Password, newPassword: Password, confirmPassword: Password }),
    response: ok({ message: z.string() }),
    errors: ['CURRENT_PASSWORD_INCORRECT', 'PASSWORD_UNCHANGED', 'TOO_MANY_ATTEMPTS', ...newPasswordErrors],
  },
  createTicket: {
    method: 'POST',
    path: '/api/auth/tickets',
    summary:
      'A ticket that stands in for the token in a URL: single-use and of at most 60 seconds; one to download of 15 minutes',
    access: 'signed-in',
    scope: 'none',
    /**
     * `viewer`: the one to be opened; the archive's needs no unique study UID. `priorId`: of OHIF, a prior of the study to compare it with.
     */
    body: z.strictObject({
      purpose: TicketPurpose,
      studyId: Id.optional(),
      viewer: z.enum(browserViewers).default('ohif'),
      priorId: Id.optional(),
    }),
    response: ok({ ticket: z.string(), url: z.string(), expiresIn: ExpiresIn }),
    errors: ['STUDY_NOT_FOUND', 'STUDY_UID_AMBIGUOUS', 'STUDY_UID_UNUSABLE', 'ARCHIVE_UNAVAILABLE'],
  },
})
