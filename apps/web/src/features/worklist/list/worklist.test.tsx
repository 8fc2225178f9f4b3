import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest, someUser } from '../../../lib/session/session.fixture.ts'
import { makeCounts, makePage, makeRow } from '../../../lib/studies/study.fixture.ts'
import { clearOverride, overrideStudy } from '../../../lib/studies/study-overrides.ts'
import { noActions } from './row-actions.fixture.ts'
import { RowActionsProvider } from './row-actions.tsx'
import { Worklist } from './worklist.tsx'

signInEachTest()

const nothing = () => undefined
const rows = [makeRow(1), makeRow(2), makeRow(3)]

/** Returns the counts of a request. */
let countsFor: (params: URLSearchParams) => object
let isListDown: boolean
let isDesktop: boolean

beforeEach(() => {
  // The test's page cannot scroll.
  Element.prototype.scrollTo = nothing
  isDesktop = true
  isListDown = false
  countsFor = () => ({ total: 3, pending: 3 })
  vi.stubGlobal('matchMedia', () => ({ matches: isDesktop, addEventListener: nothing, removeEventListener: nothing }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://readroom.test')
    if (pathname.endsWith('/values')) return Response.json({ ...makeCounts(), ...countsFor(searchParams) })
    if (pathname.includes('/studies') && !isListDown) return Response.json(makePage(rows))
    return Response.json({}, { status: 500 })
  })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollTo')
  for (const { _id } of rows) clearOverride(_id)
})

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>
}

function open(address: string): void {
  history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <RowActionsProvider value={noActions}>
          <Worklist role={someUser.role} Live={() => null} Lists={() => null} />
        </RowActionsProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a search on some dates says how many studies are on others, and leads to them', async () => {
  countsFor = (params) => (params.get('quickDatePreset') === 'all' ? { total: 15, pending: 15 } : { total: 3, pending: 3 })
  open('/admin/dashboard?search=smith')
  await screen.findByText(/^Upload date Today only\. 12 more on other dates\./)
  fireEvent.click(screen.getByRole('button', { name: 'Search all dates' }))
  await eventually(() => expect(screen.getByLabelText('Address').textContent).toBe('?search=smith&date=all'))
  expect(screen.queryByRole('button', { name: 'Search all dates' })).toBeNull()
})

test('a search that finds more on some dates than are counted says that there may be others', async () => {
  countsFor = () => ({ total: 501, pending: 0, completed: 501, isCapped: true })
  open('/admin/dashboard?search=smith&tab=completed')
  await screen.findByText(/^Upload date Today only\. Perhaps more on other dates\./)
  await screen.findByRole('button', { name: /^Completed\s*500\+/ })
})

test('a count that stopped at its limit is shown as such, also without rows', async () => {
  countsFor = () => ({ total: 501, pending: 0, completed: 501, isCapped: true })
  isListDown = true
  open('/admin/dashboard?search=smith&tab=completed')
  await screen.findByText(/^0 of 500\+ studies/)
})

test('a study that was assigned stays in sight, but counts no longer under its former tab', async () => {
  open('/admin/dashboard?date=all')
  await screen.findByText(/^3 of 3 studies/)
  countsFor = () => ({ total: 3, pending: 2, inprogress: 1 })
  act(() => overrideStudy(makeRow(1)._id, 'assigned_to_doctor', []))
  await screen.findByText(/^2 of 3 studies, 1 moved to another tab/)
})

test('on a phone each count is there once', async () => {
  isDesktop = false
  const summary = { ...makeCounts().summary, activeLabs: 4, activeDoctors: 7 }
  countsFor = () => ({ total: 3, pending: 2, inprogress: 1, completed: 0, summary })
  open('/admin/dashboard?date=all')
  const panel = await screen.findByRole('region', { name: 'Statistics' })
  await eventually(() => expect(panel.textContent).toBe('All3Pending2In Progress1Completed0Active labs4Active doctors7'))
})
