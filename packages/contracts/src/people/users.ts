import { z } from 'zod'
import { newPasswordErrors, Password } from '../access/passwords.ts'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { ListStats, PageQuery, Pagination } from '../core/pagination.ts'
import { Role } from '../core/permissions.ts'
import { Email, FullName, Id, Instant, Username } from '../core/primitives.ts'

/** An account as administrators see it. */
export const UserAccount = z.object({
  _id: Id,
  fullName: z.string(),
  email: z.string(),
  username: z.string(),
  role: Role,
  /** The laboratory of a lab_staff. */
  labId: Id.nullable(),
  labName: z.string().nullable(),
  /** The profile of a doctor_account. */
  doctorId: Id.nullable(),
  isActive: z.boolean(),
  /** Active, and so is the laboratory of a lab_staff. */
  canSignIn: z.boolean(),
  /** Has a password that somebody else made and that has not been changed yet. */
  mustChangePassword: z.boolean(),
  /** Until when the generated password works, or worked; null if none waits to be used. */
  invitationEnds: Instant.nullable(),
  isInvitationOver: z.boolean(),
  /** An authenticator app or a passkey guards the sign-in. */
  hasSecondFactor: z.boolean(),
  /** Somebody at the OpenID provider signs in as this account; or may at the next sign-in there, null if there is no provider. */
  isLinked: z.boolean(),
  isLinkAllowed: z.boolean().nullable(),
  runningSessions: z.int(),
  lastUsedAt: Instant.nullable(),
  /** Goes up with every change; sent back with an update, it tells whether somebody else was faster. */
  updatedAt: Instant,
})
export type UserAccount = z.infer<typeof UserAccount>

/** Of generated passwords: not used yet, or not used in time. */
export const Invitation = z.enum(['open', 'over'])
export type Invitation = z.infer<typeof Invitation>

export const StaffRegistration = z.strictObject({ fullName: FullName, email: Email, username: Username })
export type StaffRegistration = z.output<typeof StaffRegistration>

export const AccountUpdate = z.strictObject({
  ...StaffRegistration.shape,
  /** Of laboratory staff: another one ends the account's sessions. Left out: it stays as it is. */
  labId: Id.optional(),
  /** As it was opened; another one by now is a CONFLICT. Left out: the last writer wins. */
  updatedAt: Instant.optional(),
})
export type AccountUpdate = z.output<typeof AccountUpdate>

const UserParams = z.object({ userId: Id })
const onUser = { access: 'user.manage', scope: 'none', params: UserParams } as const

export const userEndpoints = defineEndpoints({
  registerAdmin: {
    method: 'POST',
    path: '/api/admin/admins/register',
    summary:
      'Create an administrator, who must change the password at the first sign-in; the username is made from the email address',
    access: 'user.manage',
    scope: 'none',
    body: z.strictObject({ fullName: FullName, email: Email, password: Password }),
    response: ok({ message: z.string(), data: z.object({ username: z.string() }) }),
    errors: ['EMAIL_TAKEN', ...newPasswordErrors],
  },
  list: {
    method: 'GET',
    path: '/api/admin/users/list',
    summary: 'Accounts of all roles, by name',
    access: 'user.manage',
    scope: 'none',
    query: PageQuery.extend({
      role: Role.optional(),
      /** The staff of this laboratory. */
      lab: Id.optional(),
      invitation: Invitation.optional(),
    }),
    response: ok({ data: z.array(UserAccount), pagination: Pagination, stats: ListStats }),
    errors: [],
  },
  addStaff: {
    method: 'POST',
    path: '/api/admin/labs/:labId/staff',
    summary: 'Create another staff account of a laboratory; the generated password is mailed',
    access: 'user.manage',
    scope: 'none',
    params: z.object({ labId: Id }),
    body: StaffRegistration,
    response: ok({ message: z.string(), data: z.object({ _id: Id }) }),
    errors: ['LAB_NOT_FOUND', 'EMAIL_TAKEN', 'USERNAME_TAKEN'],
  },
  update: {
    ...onUser,
    method: 'PUT',
    path: '/api/admin/users/:userId',
    summary:
      'Change names and address of an account, and the laboratory of its staff. Both addresses are told; another laboratory ends the sessions at once',
    body: AccountUpdate,
    response: ok({ message: z.string() }),
    errors: ['USER_NOT_FOUND', 'LAB_NOT_FOUND', 'NOT_LAB_STAFF', 'CONFLICT', 'EMAIL_TAKEN', 'USERNAME_TAKEN'],
  },
  remove: {
    ...onUser,
    method: 'DELETE',
    path: '/api/admin/users/:userId',
    summary: 'Delete the account of an administrator or of laboratory staff; never the last active administrator',
    response: ok({ message: z.string() }),
    errors: ['USER_NOT_FOUND', 'LAST_ADMINISTRATOR', 'ACCOUNT_OF_DOCTOR'],
  },
  endSessions: {
    ...onUser,
    method: 'POST',
    path: '/api/admin/users/:userId/end-sessions',
    summary: "End all of a user's sessions",
    response: ok({ message: z.string(), ended: z.int() }),
    errors: ['USER_NOT_FOUND'],
  },
  sendPassword: {
    ...onUser,
    method: 'POST',
    path: '/api/admin/users/:userId/send-password',
    summary: "Mail a new generated password; the old one and the user's sessions end at once",
    response: ok({ message: z.string() }),
    errors: ['USER_NOT_FOUND', 'USER_INACTIVE', 'LAB_INACTIVE', 'OWN_ACCOUNT'],
  },
  resetSecondFactor: {
    ...onUser,
    method: 'POST',
    path: '/api/admin/users/:userId/reset-second-factor',
    summary: "Remove a user's authenticator app, passkeys and recovery codes; sessions end at once, and the user is told by mail",
    response: ok({ message: z.string() }),
    errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'SECOND_FACTOR_MISSING'],
  },
  allowProviderLink: {
    ...onUser,
    method: 'PUT',
    path: '/api/admin/users/:userId/provider-link',
    summary:
      "Allow the next sign-in at the OpenID provider, by the account's verified email address, to become this account's; or not",
    body: z.strictObject({ isAllowed: z.boolean() }),
    response: ok({ message: z.string() }),
    errors: ['USER_NOT_FOUND', 'PROVIDER_NOT_CONFIGURED'],
  },
  setActive: {
    ...onUser,
    method: 'PUT',
    path: '/api/admin/users/:userId/active',
    summary: 'Activate or deactivate an account; deactivating ends its sessions at once',
    body: z.strictObject({ isActive: z.boolean() }),
    response: ok({ message: z.string() }),
    errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  },
})
