import { bulkActionEndpoints } from '@readroom/contracts/bulk-actions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../lib/session/session.fixture.ts'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import DispatchDialog from './dispatch-dialog.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})

test('what is sent again after a lost answer is the same request, and to another address another one', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(bulkActionEndpoints.dispatch.body.parse(JSON.parse(String(body))).requestId)
    throw new TypeError('the answer was lost')
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DispatchDialog studies={[makeRow(1)]} onDone={() => {}} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const dispatchTo = async (email: string) => {
    const before = sent.length
    fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: email } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Dispatch (1)' })))
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(before))
    await screen.findByRole('button', { name: 'Dispatch (1)' })
  }
  await dispatchTo('one@hospital.example')
  await dispatchTo('one@hospital.example')
  await dispatchTo('two@hospital.example')
  const [first, again, other] = sent
  expect(first).toEqual(expect.any(String))
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
