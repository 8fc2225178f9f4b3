import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTurnaroundUrl } from '../turnaround-url.ts'
import { TurnaroundFilters } from './turnaround-filters.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-31T20:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function setUp(address: string) {
  const change = vi.fn()
  const url = readTurnaroundUrl(new URLSearchParams(address))
  render(<TurnaroundFilters url={url} change={change} onAgain={() => undefined} locations={[]} doctors={[]} />)
  return change
}

test('a modality keeps dates and text that were typed before it', () => {
  const change = setUp('from=2026-03-01')
  fireEvent.change(screen.getByLabelText('From date'), { target: { value: '2026-05-01' } })
  fireEvent.change(screen.getByLabelText('Search the report'), { target: { value: ' knee ' } })
  fireEvent.click(screen.getByRole('button', { name: 'CT' }))
  expect(change).toHaveBeenCalledWith({ from: '2026-05-01', to: '', search: 'knee', modality: ['CT'] })
})

test('a usual range replaces typed dates, and is marked while it is chosen', () => {
  const change = setUp('from=2026-11-01&to=2026-11-30')
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)
  expect(pressed()).toEqual(['Last month'])
  fireEvent.change(screen.getByLabelText('From date'), { target: { value: '2026-05-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'This month' }))
  expect(change).toHaveBeenCalledWith({ from: '2026-12-01', to: '2026-12-31', search: '' })
})
