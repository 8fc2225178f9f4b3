import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { worklistRoles } from '../../worklist/list/worklist-roles.ts'
import { readWorklistUrl } from '../../worklist/rows/worklist-url.ts'
import { filtersOfCause, StudiesLink, type WorklistFilters } from './workload-links.tsx'

afterEach(cleanup)

/** Returns the state of the worklist that a number opens. */
function opened(filters: WorklistFilters) {
  render(
    <MemoryRouter>
      <StudiesLink filters={filters} count={3} label="3 late" />
    </MemoryRouter>,
  )
  const address = new URL(screen.getByRole('link', { name: '3 late' }).getAttribute('href') ?? '', window.location.href)
  cleanup()
  return readWorklistUrl(address.searchParams, worklistRoles.admin)
}

test('a number opens the studies of all dates, the first due first', () => {
  const doctor = '01890000-0000-7000-8000-000000000002'
  expect(opened({ assignedTo: doctor, deadline: 'late' })).toMatchObject({
    tab: 'all',
    date: 'all',
    sort: 'dueDate',
    assignedTo: [doctor],
    deadline: ['late'],
  })
})

test('the filters of each cause are understood, and leave reported studies out', () => {
  const { paused, ...others } = filtersOfCause
  for (const filters of Object.values(others)) {
    const { status, deadline } = opened(filters)
    expect(status).not.toEqual([])
    expect(status).not.toContain('report_finalized')
    expect(deadline).toEqual(['onTime', 'atRisk', 'late'])
  }
  expect(opened(filtersOfCause.unassigned).assignedTo).toEqual(['unassigned'])
  expect(opened(paused).deadline).toEqual(['paused'])
})

test('nothing to open is no link', () => {
  render(<StudiesLink filters={{}} count={0} label="0 studies" />)
  expect(screen.queryByRole('link')).toBeNull()
})
