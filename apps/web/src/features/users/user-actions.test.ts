import { expect, test } from 'vitest'
import { actionsFor } from './user-actions.ts'

test.each([
  [true, 2, ['End Sessions', 'Send New Password', 'Deactivate']],
  [true, 0, ['Send New Password', 'Deactivate']],
  [false, 0, ['Activate']],
])('active: %s, sessions: %i', (isActive, runningSessions, labels) => {
  expect(actionsFor({ isActive, runningSessions }).map(({ label }) => label)).toEqual(labels)
})
