import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import { type EmptyProps, WorklistEmpty, WorklistError } from './worklist-states.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const hint = 'Studies appear here when they are assigned to you.'
const nothing: EmptyProps = {
  tab: 'all',
  counts: undefined,
  otherDates: null,
  everything: 0,
  filters: [],
  hint,
  onTab: () => {},
  onClear: () => {},
}

test('an empty list says what would fill it', () => {
  render(<WorklistEmpty {...nothing} />)
  screen.getByRole('heading', { name: 'No studies found' })
  screen.getByText(hint)
})

test('a list that fails says why, and is loaded again on request', () => {
  const onRetry = vi.fn()
  const message = 'The service is not available at the moment. Please try again shortly.'
  render(<WorklistError error={new ApiError('UNAVAILABLE', 503, message)} onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('The worklist could not be loaded')
  expect(screen.getByRole('alert').textContent).toContain(message)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test.each([
  [true, 'The server does not answer'],
  [false, 'You are offline'],
])('without an answer, and the browser online: %s, says "%s"', (isOnline, says) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  render(<WorklistError error={networkError()} onRetry={() => {}} />)
  screen.getByRole('heading', { name: says })
})
