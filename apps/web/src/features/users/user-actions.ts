import { type UserAccount, userEndpoints } from '@readroom/contracts/users'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format.ts'

export type UserAction = {
  label: string
  /** What will happen to the person. */
  consequence: string
  destructive: boolean
  /** Resolves to what was done. */
  run: (user: UserAccount) => Promise<string>
  failed: string
}

const on = ({ _id }: UserAccount) => ({ params: { userId: _id } })

const endSessions: UserAction = {
  label: 'End Sessions',
  consequence: 'is signed out everywhere at once and can sign in again with the same password. What is not saved is lost.',
  destructive: true,
  run: (user) => api.call(userEndpoints.endSessions, on(user)).then(({ ended }) => `${plural(ended, 'session')} ended`),
  failed: 'Failed to end the sessions',
}

const sendPassword: UserAction = {
  label: 'Send New Password',
  consequence:
    'gets a new generated password by e-mail, which must be changed at the first sign-in. The present password stops working and all sessions end at once.',
  destructive: true,
  run: (user) => api.call(userEndpoints.sendPassword, on(user)).then(() => `A new password was sent to ${user.email}`),
  failed: 'Failed to send a new password',
}

const sendAgain: UserAction = {
  ...sendPassword,
  label: 'Send Invitation Again',
  consequence: 'gets a new generated password by e-mail. The one of the earlier mail stops working.',
}

/** Of administrators and laboratory staff; those of doctors go with the doctor. */
export const removeAccount: UserAction = {
  label: 'Remove Account',
  consequence:
    'is signed out everywhere at once and can never sign in again. Lists and text blocks of this person are deleted. What they did stays in the audit log.',
  destructive: true,
  run: (user) => api.call(userEndpoints.remove, on(user)).then(() => 'Account removed'),
  failed: 'Failed to remove the account',
}

const resetSecondFactor: UserAction = {
  label: 'Reset Second Step',
  consequence:
    'signs in with the password alone until an authenticator app or a passkey is set up anew. All sessions end at once, and the person is told by e-mail. Make sure that it is this person who asks.',
  destructive: true,
  run: (user) => api.call(userEndpoints.resetSecondFactor, on(user)).then(() => 'The second step was reset'),
  failed: 'Failed to reset the second step',
}

const linkAction = (isAllowed: boolean): UserAction => ({
  label: isAllowed ? 'Allow Link' : 'Forbid Link',
  consequence: isAllowed
    ? 'signs in at your organisation with the same verified e-mail address next time, and that becomes this account.'
    : 'can no longer link this account by signing in at your organisation.',
  destructive: false,
  run: (user) =>
    api
      .call(userEndpoints.allowProviderLink, { ...on(user), body: { isAllowed } })
      .then(() => (isAllowed ? 'The account may be linked' : 'The account may not be linked')),
  failed: 'Failed to change the link',
})

/** Of a doctor it moves the open studies first: see LeavingDoctorDialog. */
export const deactivate: UserAction = {
  label: 'Deactivate',
  consequence: 'is signed out everywhere at once and cannot sign in until the account is activated again. Nothing is deleted.',
  destructive: true,
  run: (user) => api.call(userEndpoints.setActive, { ...on(user), body: { isActive: false } }).then(() => 'Account deactivated'),
  failed: 'Failed to deactivate the account',
}

const activate: UserAction = {
  label: 'Activate',
  consequence: 'can sign in again with the same password as before.',
  destructive: false,
  run: (user) => api.call(userEndpoints.setActive, { ...on(user), body: { isActive: true } }).then(() => 'Account activated'),
  failed: 'Failed to activate the account',
}

/** What an administrator can do with somebody else's account as it is now. */
export function actionsFor({
  isActive,
  canSignIn,
  runningSessions,
  hasSecondFactor,
  isLinked,
  isLinkAllowed,
  isInvitationOver,
}: Pick<
  UserAccount,
  'isActive' | 'canSignIn' | 'runningSessions' | 'hasSecondFactor' | 'isLinked' | 'isLinkAllowed' | 'isInvitationOver'
>): UserAction[] {
  const end = [...(runningSessions > 0 ? [endSessions] : []), ...(hasSecondFactor ? [resetSecondFactor] : [])]
  if (!isActive) return [...end, activate]
  const link = isLinked || isLinkAllowed === null ? [] : [linkAction(!isLinkAllowed)]
  return [...end, ...link, ...(canSignIn ? [isInvitationOver ? sendAgain : sendPassword] : []), deactivate]
}
