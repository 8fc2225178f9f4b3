import { expect, test } from 'vitest'
import { actionsFor } from './user-actions.ts'

test.each([
  [
    'active',
    { isActive: true, canSignIn: true, runningSessions: 2, isInvitationOver: false },
    ['End Sessions', 'Send New Password', 'Deactivate'],
  ],
  [
    'not signed in',
    { isActive: true, canSignIn: true, runningSessions: 0, isInvitationOver: false },
    ['Send New Password', 'Deactivate'],
  ],
  [
    'of an inactive laboratory',
    { isActive: true, canSignIn: false, runningSessions: 0, isInvitationOver: false },
    ['Deactivate'],
  ],
  [
    'invited and never came',
    { isActive: true, canSignIn: true, runningSessions: 0, isInvitationOver: true },
    ['Send Invitation Again', 'Deactivate'],
  ],
  ['inactive', { isActive: false, canSignIn: false, runningSessions: 0, isInvitationOver: false }, ['Activate']],
])('an account that is %s', (_, account, labels) => {
  expect(actionsFor(account).map(({ label }) => label)).toEqual(labels)
})
