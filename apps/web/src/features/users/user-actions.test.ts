import { expect, test } from 'vitest'
import { actionsFor } from './user-actions.ts'

test.each([
  [
    'active',
    { isActive: true, canSignIn: true, runningSessions: 2, hasSecondFactor: true },
    ['End Sessions', 'Reset Second Step', 'Send New Password', 'Deactivate'],
  ],
  [
    'not signed in',
    { isActive: true, canSignIn: true, runningSessions: 0, hasSecondFactor: false },
    ['Send New Password', 'Deactivate'],
  ],
  ['of an inactive laboratory', { isActive: true, canSignIn: false, runningSessions: 0, hasSecondFactor: false }, ['Deactivate']],
  ['inactive', { isActive: false, canSignIn: false, runningSessions: 0, hasSecondFactor: false }, ['Activate']],
])('an account that is %s', (_, account, labels) => {
  expect(actionsFor(account).map(({ label }) => label)).toEqual(labels)
})
