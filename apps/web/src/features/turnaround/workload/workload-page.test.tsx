import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { Balance, DoctorWorkload, Workload } from '@readroom/contracts/turnaround/workload'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { doctorId } from '../../../lib/studies/study.fixture.ts'
import WorkloadPage from './workload-page.tsx'

signInEachTest()

const none = { open: 0, atRisk: 0, late: 0 }
const doctors = ['Ada Amani', 'Bo Lind'].map(
  (fullName, place): DoctorWorkload => ({
    ...none,
    doctorId: doctorId(place + 1),
    fullName,
    isAssignable: true,
    openMinutes: 0,
    reportedToday: 0,
    reportedThisWeek: 0,
    reportedMinutesThisWeek: 0,
    medianTurnaround: null,
    givenBackThisWeek: 0,
  }),
)
const workload: Workload = {
  doctors,
  labs: [],
  causes: { unassigned: none, unopened: none, unwritten: none, unsigned: none, paused: none },
  givenBack: [{ cause: 'field', declined: 2, passedOver: 1 }],
}
const balance: Balance = {
  evenness: 0.93,
  doctors: [{ doctorId: doctorId(1), fullName: 'Cy Quist', minutes: 90, shareMinutes: 100 }],
  lateness: { due: 400, late: 12 },
}
const groups: DoctorGroup[] = [
  { _id: doctorId(8), name: 'Neuro', doctorIds: [doctorId(2)], version: 1 },
  { _id: doctorId(9), name: 'Chest', doctorIds: [], version: 1 },
]

beforeEach(() => {
  window.history.replaceState(null, '', '/admin/workload')
  vi.stubGlobal('fetch', async (address: string) => {
    // The page stays without a live connection.
    if (address.endsWith('/tickets')) return new Promise(() => {})
    if (address.endsWith('/away')) return Response.json({ success: true, away: [] })
    if (address.endsWith('/balance')) return Response.json({ success: true, balance })
    if (address.endsWith('/forecast'))
      return Response.json({ success: true, forecast: { hours: [], gaps: [], labs: [], readers: [] } })
    return Response.json(address.endsWith('/doctor-groups') ? { success: true, groups } : { success: true, workload })
  })
})

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <WorkloadPage />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

test('a group shows its doctors alone, stays in the address, and says if it has none', async () => {
  open()
  const group = await screen.findByLabelText('Group')
  expect(screen.getByText('Ada Amani')).toBeTruthy()
  expect(screen.getByText('Given back since Monday: 3')).toBeTruthy()
  expect(screen.getByText(/Not my field \(2 declined, 1 passed over\)/)).toBeTruthy()
  fireEvent.change(group, { target: { value: doctorId(8) } })
  expect(await screen.findByText('Bo Lind')).toBeTruthy()
  expect(screen.queryByText('Ada Amani')).toBeNull()
  expect(window.location.search).toBe(`?group=${doctorId(8)}`)
  fireEvent.change(group, { target: { value: doctorId(9) } })
  expect(await screen.findByText(/No doctor of this group/)).toBeTruthy()
})

test('evenness stands beside lateness of the same days, in plain words, with the minutes that it is of', async () => {
  open()
  const section = within(await screen.findByRole('region', { name: 'Evenness and lateness of the last 7 days' }))
  expect((await section.findByText('Nearly even')).parentElement?.textContent).toBe('Nearly even0.93')
  expect(section.getByText('3%').parentElement?.textContent).toBe('3%12 of 400 studies that were due')
  expect(section.getByText(/1\.00: each doctor has exactly the same part of the share/)).toBeTruthy()
  expect(section.getByRole('row', { name: /Cy Quist/, hidden: true }).textContent).toBe('Cy Quist1 h 301 h 40')
})
