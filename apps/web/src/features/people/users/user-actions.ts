import { type UserAccount, userEndpoints } from '@readroom/contracts/people/users'
import { api } from '../../../lib/api/api.ts'
import { sentWords } from '../../../lib/email-words.ts'
import { plural } from '../../../lib/format.ts'

export type UserAction = {
  label: string
  /** The effect on the account's user. */
  consequence: string
  destructive: boolean
  /** Performs the action. Resolves with the success message. */
  run: (user: UserAccount) => Promise<string>
  failed: string
}

const on = ({ _id }: UserAccount) => ({ params: { userId: _id } })

const endSessions: UserAction = {
  label: 'End Sessions',
  consequence: 'is signed out everywhere immediately and can sign in again with the same password. Unsaved work is lost.',
  destructive: true,
  run: (user) => api.call(userEndpoints.endSessions, on(user)).then(({ ended }) => `${plural(ended, 'session')} ended`),
  failed: 'Failed to end the sessions',
}

const sendPassword: UserAction = {
  label: 'Send New Password',
  consequence:
    'gets a new generated password by email and must change it at the next sign-in. The current password stops working and all sessions end immediately.',
  destructive: true,
  run: (user) => api.call(userEndpoints.sendPassword, on(user)).then(() => sentWords('A new password', user.email)),
  failed: 'Failed to send a new password',
}

const sendAgain: UserAction = {
  ...sendPassword,
  label: 'Send Invitation Again',
  consequence: 'gets a new generated password by email. The password from the earlier email stops working.',
}

/** For administrators and laboratory staff. A doctor's account is removed with the doctor. */
export const removeAccount: UserAction = {
  label: 'Remove Account',
  consequence:
    'is signed out everywhere immediately and can never sign in again. The account’s lists and text blocks are deleted. Its audit entries are kept.',
  destructive: true,
  run: (user) => api.call(userEndpoints.remove, on(user)).then(() => 'Account removed'),
  failed: 'Failed to remove the account',
}

const resetSecondFactor: UserAction = {
  label: 'Reset Second Factor',
  consequence:
    'signs in with the password alone until a new authenticator app or passkey is set up. All sessions end immediately, and the owner is notified by email. Make sure that the owner requested this.',
  destructive: true,
  run: (user) => api.call(userEndpoints.resetSecondFactor, on(user)).then(() => 'Second factor reset'),
  failed: 'Failed to reset the second factor',
}

const linkAction = (isAllowed: boolean): UserAction => ({
  label: isAllowed ? 'Allow Link' : 'Forbid Link',
  consequence: isAllowed
    ? 'can link this account by signing in at your organisation with the same verified email address.'
    : 'can no longer link this account by signing in at your organisation.',
  destructive: false,
  run: (user) =>
    api
      .call(userEndpoints.allowProviderLink, { ...on(user), body: { isAllowed } })
      .then(() => (isAllowed ? 'Linking allowed' : 'Linking not allowed')),
  failed: 'Failed to change the link',
})

/** For doctors, the open studies are moved first: see LeavingDoctorDialog. */
export const deactivate: UserAction = {
  label: 'Deactivate',
  consequence:
    'is signed out everywhere immediately and cannot sign in until the account is activated again. Nothing is deleted.',
  destructive: true,
  run: (user) =>
    api
      .call(userEndpoints.setActive, { ...on(user), body: { isActive: false } })
      .then(() => `Account of ${user.fullName} deactivated`),
  failed: 'Failed to deactivate the account',
}

const activate: UserAction = {
  label: 'Activate',
  consequence: 'can sign in again with the same password as before.',
  destructive: false,
  run: (user) =>
    api
      .call(userEndpoints.setActive, { ...on(user), body: { isActive: true } })
      .then(() => `Account of ${user.fullName} activated`),
  failed: 'Failed to activate the account',
}

/** Returns the actions an administrator can perform on somebody else's account in its current state. */
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
