import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, type Navigator, Router } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import TurnaroundPage from './turnaround-page.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (
  <QueryClientProvider client={new QueryClient()}>
    <TurnaroundPage />
  </QueryClientProvider>
)

/** The router renders a new address later than the page that asked for it. This one has not come so far. */
const waiting: Navigator = { createHref: String, go: () => {}, push: () => {}, replace: () => {} }

test('the report opens without asking for a range that it is about to choose', () => {
  render(
    <Router location="/reports/tat" navigator={waiting}>
      {page}
    </Router>,
  )
  expect(screen.queryByRole('heading', { name: 'No TAT data available' })).toBeNull()
})

test('an address without a range asks for one', () => {
  render(<MemoryRouter initialEntries={['/reports/tat?view=table']}>{page}</MemoryRouter>)
  expect(screen.getByRole('heading', { name: 'No TAT data available' })).toBeDefined()
})
