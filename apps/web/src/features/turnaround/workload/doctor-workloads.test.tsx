import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { DoctorWorkload } from '@readroom/contracts/turnaround/workload'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { doctorId, makeRow } from '../../../lib/studies/study.fixture.ts'
import { DoctorWorkloads } from './doctor-workloads.tsx'

const names = ['Ada Amani', 'Bo Lind']
const workload = (number: number, open: number): DoctorWorkload => ({
  doctorId: doctorId(number),
  fullName: names[number - 1] ?? '',
  isAssignable: true,
  open,
  atRisk: 0,
  late: 0,
  openMinutes: 0,
  reportedToday: 0,
  reportedThisWeek: 0,
  reportedMinutesThisWeek: 0,
  medianTurnaround: null,
  givenBackThisWeek: 0,
})
const doctors = names.map((fullName, place) => ({
  _id: doctorId(place + 1),
  firstName: '',
  lastName: '',
  fullName,
  email: `${place}@readroom.example`,
  specialization: null,
  isLoggedIn: false,
  openStudies: 0,
}))
const late = { ...makeRow(1, 'assigned_to_doctor', [1]), patientName: 'Late Patient', dueAt: '2020-01-01T00:00:00.000Z' }
const onTime = { ...makeRow(2, 'assigned_to_doctor', [1]), patientName: 'Other Patient', dueAt: '2100-01-01T00:00:00.000Z' }

let open: WorklistRow[] | null
let changes: { path: string; body: unknown }[]
let client: QueryClient

beforeEach(() => {
  open = [late, onTime]
  changes = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://here')
    if (pathname === '/api/admin/doctors') return Response.json({ success: true, doctors })
    if (pathname.endsWith('/away')) return Response.json({ success: true, away: [] })
    if (pathname === '/api/admin/doctor-groups') return Response.json({ success: true, groups: [] })
    if (pathname.endsWith('/suggestions')) return Response.json({ success: true, suggestions: [] })
    if (pathname === '/api/admin/studies')
      return open
        ? Response.json({ success: true, data: open, totalRecords: open.length, isCapped: false, nextCursor: null })
        : Response.json({}, { status: 400 })
    changes.push({ path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    const study = open?.find(({ _id }) => pathname.includes(_id))
    open = open?.filter((one) => one !== study) ?? null
    return Response.json({ success: true, study, isNew: true, raisedFrom: null, replaced: [doctorId(1)] })
  })
  sessionStore.start(someUser, 'token', '1h')
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DoctorWorkloads doctors={[workload(1, 2), workload(2, 0)]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

const openList = () => fireEvent.click(screen.getByRole('button', { name: 'Reassign studies of Ada Amani' }))
const patientsShown = () =>
  within(screen.getByRole('list', { name: 'Open studies of Ada Amani' }))
    .getAllByRole('listitem')
    .map((item) => ['Late Patient', 'Other Patient'].find((name) => item.textContent?.includes(name)))

test('the late studies of a doctor are reassigned in place, and the list and the figures are read again', async () => {
  expect(screen.queryByRole('button', { name: 'Reassign studies of Bo Lind' })).toBeNull()
  const figures = vi.fn(async () => null)
  await client.fetchQuery({ queryKey: ['workload'], queryFn: figures })
  openList()
  await screen.findByText('Other Patient')
  expect(screen.getByRole('button', { name: 'Reassign selected (0)' })).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Which studies'), { target: { value: 'late' } })
  expect(patientsShown()).toEqual(['Late Patient'])
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(screen.getByRole('button', { name: 'Reassign selected (1)' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /Bo Lind/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Assign Selected (1)' }))
  await screen.findByText('No study of this doctor is late.')
  expect(changes).toEqual([
    { path: expect.stringContaining(late._id), body: expect.objectContaining({ doctorId: doctorId(2), mode: 'replace' }) },
  ])
  await waitFor(() => expect(figures).toHaveBeenCalledTimes(2))
  fireEvent.change(screen.getByLabelText('Which studies'), { target: { value: 'open' } })
  expect(patientsShown()).toEqual(['Other Patient'])
})

test('a chosen study that another filter hides is not reassigned', async () => {
  openList()
  await screen.findByText('Other Patient')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.change(screen.getByLabelText('Which studies'), { target: { value: 'late' } })
  expect(screen.getByRole('button', { name: 'Reassign selected (1)' })).toBeTruthy()
})

test('closing the assign dialog leads back to the list, with the same studies chosen', async () => {
  openList()
  await screen.findByText('Other Patient')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(screen.getByRole('button', { name: 'Reassign selected (2)' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('button', { name: 'Reassign selected (2)' })).toBeTruthy()
})

test('a list that cannot be loaded says so and can be asked for again', async () => {
  open = null
  openList()
  const again = await screen.findByRole('button', { name: 'Try again' })
  open = [late]
  fireEvent.click(again)
  expect(await screen.findByText('Late Patient')).toBeTruthy()
})
