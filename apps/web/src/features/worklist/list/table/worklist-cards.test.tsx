import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import { noActions } from '../row-actions.fixture.ts'
import { RowActionsProvider } from '../row-actions.tsx'
import { CardFacts } from './worklist-cards.tsx'

afterEach(cleanup)

const dueAt = new Date(Date.now() + 90.5 * 60_000).toISOString()
const textFor = (actions: typeof noActions) =>
  render(
    <RowActionsProvider value={actions}>
      <CardFacts row={{ ...makeRow(1, 'assigned_to_doctor', [7]), dueAt }} />
    </RowActionsProvider>,
  ).container.textContent

test('a card says when its report is due, and to administrators who reads it', () => {
  expect(textFor({ ...noActions, assign: vi.fn() })).toMatch(/1 h 30.*Assigned to Dr 7$/)
  cleanup()
  expect(textFor(noActions)).toMatch(/due in 1 hour 30 minutes, \w{3} \d+ \w{3,4} \d\d:\d\d$/)
})
