import { expect, test } from 'vitest'
import { actionsFor } from './user-actions.ts'

const unlinked = { isLinked: false, isLinkAllowed: null, isInvitationOver: false }

test.each([
  [
    'active',
    { isActive: true, canSignIn: true, runningSessions: 2, hasSecondFactor: true, ...unlinked },
    ['End Sessions', 'Reset Second Factor', 'Send New Password', 'Deactivate'],
  ],
  [
    'not signed in',
    { isActive: true, canSignIn: true, runningSessions: 0, hasSecondFactor: false, ...unlinked },
    ['Send New Password', 'Deactivate'],
  ],
  [
    'of an inactive laboratory',
    { isActive: true, canSignIn: false, runningSessions: 0, hasSecondFactor: false, ...unlinked },
    ['Deactivate'],
  ],
  [
    'invited but never used',
    { isActive: true, canSignIn: true, runningSessions: 0, hasSecondFactor: false, ...unlinked, isInvitationOver: true },
    ['Send Invitation Again', 'Deactivate'],
  ],
  ['inactive', { isActive: false, canSignIn: false, runningSessions: 0, hasSecondFactor: false, ...unlinked }, ['Activate']],
])('the actions on an account that is %s', (_, account, labels) => {
  expect(actionsFor(account).map(({ label }) => label)).toEqual(labels)
})

test.each([
  [{ isLinked: false, isLinkAllowed: false }, ['Allow Link']],
  [{ isLinked: false, isLinkAllowed: true }, ['Forbid Link']],
  [{ isLinked: true, isLinkAllowed: false }, []],
])('the actions on the link to an OpenID provider: %o', (state, labels) => {
  const account = {
    isActive: true,
    canSignIn: true,
    runningSessions: 0,
    hasSecondFactor: false,
    isInvitationOver: false,
    ...state,
  }
  expect(actionsFor(account).flatMap(({ label }) => (label.endsWith('Link') ? [label] : []))).toEqual(labels)
})
