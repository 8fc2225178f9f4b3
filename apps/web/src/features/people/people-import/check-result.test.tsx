import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CheckResult } from './check-result.tsx'

afterEach(cleanup)

const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('shows the wrong value of each faulty line, or that it is empty', () => {
  const faults = [
    { line: 3, column: 'email', value: 'no address', what: 'Not a valid email address.' },
    { line: 4, column: 'specialization', value: '', what: 'Required.' },
    { line: 9, column: null, value: 'doctor, Helen', what: 'The line has 2 cells instead of 8.' },
  ]
  render(<CheckResult check={{ doctors: 1, staff: 0, people: [], faults }} />)
  expect(cellsOf('Lines with errors')).toEqual([
    ['3', 'email', 'no address', 'Not a valid email address.'],
    ['4', 'specialization', 'Empty', 'Required.'],
    ['9', 'All', 'doctor, Helen', 'The line has 2 cells instead of 8.'],
  ])
})

test('shows the accounts that would be created before anything is imported', () => {
  const people = [
    { line: 2, role: 'doctor' as const, fullName: 'Helen Marsh', email: 'h.marsh@clinic.example', laboratory: null },
    { line: 3, role: 'staff' as const, fullName: 'Rosa Delgado', email: 'rosa@lab.example', laboratory: 'NORTHGATE' },
  ]
  render(<CheckResult check={{ doctors: 1, staff: 1, people, faults: [] }} />)
  expect(cellsOf('Accounts to import')).toEqual([
    ['2', 'Helen Marsh', 'h.marsh@clinic.example', 'Doctor'],
    ['3', 'Rosa Delgado', 'rosa@lab.example', 'Staff, NORTHGATE'],
  ])
})
