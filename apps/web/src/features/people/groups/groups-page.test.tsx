import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { doctorId } from '../../../lib/studies/study.fixture.ts'
import GroupsPage from './groups-page.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

const doctors = ['Ada Amani', 'Bo Lind'].map((fullName, place) => ({
  _id: doctorId(place + 1),
  firstName: '',
  lastName: '',
  fullName,
  email: `${place}@readroom.example`,
  specialization: null,
  isLoggedIn: false,
  openStudies: 0,
}))
const neuro: DoctorGroup = { _id: doctorId(9), name: 'Neuro', doctorIds: [doctorId(2)], version: 3 }

type Call = { method: string; path: string; body: unknown }

/** Opens the page. Returns the changes that it asks the server for. */
function open(groups: DoctorGroup[], refusal?: string): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://localhost').pathname
    if (path === '/api/admin/doctors') return Response.json({ success: true, doctors })
    if (method === 'GET') return Response.json({ success: true, groups })
    calls.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (refusal) return Response.json({ success: false, code: 'DOCTOR_GROUP_NAME_TAKEN', message: refusal }, { status: 409 })
    return Response.json({ success: true, message: 'Group saved', _id: neuro._id })
  })
  const router = createMemoryRouter([{ path: '*', element: <GroupsPage /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return calls
}

test('a new group needs a name, and is saved with the doctors who are ticked', async () => {
  const calls = open([])
  await screen.findByText(/No groups yet/)
  fireEvent.click(screen.getByRole('button', { name: 'Add group' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save group' }))
  expect(await dialog.findByText('Please enter a name')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: ' Chest ' } })
  fireEvent.change(dialog.getByLabelText('Find doctors'), { target: { value: 'ama' } })
  expect(dialog.queryByText('Bo Lind')).toBeNull()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Ada Amani' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save group' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { name: 'Chest', doctorIds: [doctorId(1)] }
  expect(calls).toEqual([{ method: 'POST', path: '/api/admin/doctor-groups', body }])
})

test('a group is listed with its doctors, and an edit sends the version that was seen', async () => {
  const calls = open([neuro], 'A group with this name already exists.')
  const [, row] = await screen.findAllByRole('row')
  expect(row?.textContent).toContain('NeuroBo Lind')
  fireEvent.click(within(row ?? expect.fail('no row')).getByRole('button', { name: /Edit/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Bo Lind' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save group' }))
  expect(await dialog.findByText('A group with this name already exists.')).toBeTruthy()
  const path = `/api/admin/doctor-groups/${neuro._id}`
  expect(calls).toEqual([{ method: 'PUT', path, body: { name: 'Neuro', doctorIds: [], version: 3 } }])
})
