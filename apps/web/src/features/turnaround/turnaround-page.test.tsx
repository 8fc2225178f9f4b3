import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, type Navigator, Router } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usualRanges } from './filters/usual-ranges.ts'
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

const at = (location: string) => (
  <Router location={location} navigator={waiting}>
    {page}
  </Router>
)

test('the report opens without asking for a range that it is about to choose', () => {
  render(at('/reports/tat'))
  expect(screen.queryByRole('heading', { name: 'No TAT data available' })).toBeNull()
})

test('a date typed before the first range is in the address is kept', () => {
  const { from, to } = usualRanges()[0].range
  const { rerender } = render(at('/reports/tat'))
  fireEvent.change(screen.getByLabelText('From date'), { target: { value: '10/11/2025' } })
  rerender(at(`/reports/tat?from=${from}&to=${to}`))
  expect(screen.getByLabelText('From date')).toHaveProperty('value', '10/11/2025')
})

test('an address without a range asks for one', () => {
  render(<MemoryRouter initialEntries={['/reports/tat?view=table']}>{page}</MemoryRouter>)
  expect(screen.getByRole('heading', { name: 'No TAT data available' })).toBeDefined()
})
