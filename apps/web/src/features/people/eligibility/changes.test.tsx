import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Changes } from './changes.tsx'

afterEach(cleanup)

test('shows each change of a doctor before and after, below one name', () => {
  const cells = [
    { column: 'workShare' as const, before: '100', after: '50' },
    { column: 'absences' as const, before: '2026-12-24/2026-12-26 Holiday', after: '' },
  ]
  const change = { line: 4, fullName: 'Helen Marsh', email: 'h.marsh@clinic.example', cells }
  render(<Changes check={{ changes: [change], unchanged: 7, faults: [] }} />)
  const rows = within(screen.getByRole('table', { name: 'Changes' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['4', 'Helen Marshh.marsh@clinic.example', 'Share of the work (%)', '100', '50'],
    ['Absences', '2026-12-24/2026-12-26 Holiday', 'Empty'],
  ])
  expect(screen.getByText(/1 doctor would change, 7 would not/)).toBeTruthy()
})

test('says that a file without edits changes nothing', () => {
  render(<Changes check={{ changes: [], unchanged: 12, faults: [] }} />)
  expect(screen.getByText('The file changes nothing. 12 doctors compared.')).toBeTruthy()
})

test('shows no preview of a file with an error', () => {
  const fault = { line: 3, column: 'Monday', value: '8-16, 15-17', what: 'The shifts overlap.' }
  const change = {
    line: 2,
    fullName: 'Helen Marsh',
    email: 'h.marsh@clinic.example',
    cells: [{ column: 'workShare' as const, before: '100', after: '50' }],
  }
  render(<Changes check={{ changes: [change], unchanged: 0, faults: [fault] }} />)
  expect(screen.queryByRole('table', { name: 'Changes' })).toBeNull()
  expect(screen.getByRole('table', { name: 'Lines with errors' }).textContent).toContain('The shifts overlap.')
})
