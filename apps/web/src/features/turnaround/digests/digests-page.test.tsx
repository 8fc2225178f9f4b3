import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { Digest } from '@readroom/contracts/turnaround/digests'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import DigestsPage from './digests-page.tsx'

signInEachTest()
beforeEach(() => {
  setClinicTimeZone('Europe/Berlin')
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)
afterAll(() => setClinicTimeZone('UTC'))

const labId = '01890000-0000-7000-8000-000000000001'
const lab = { value: labId, label: 'City Imaging Laboratory', code: 'CITY' }
const digest: Digest = {
  _id: '01890000-0000-7000-8000-000000000002',
  labIds: [labId],
  labNames: ['City Imaging Laboratory'],
  groupId: null,
  groupName: null,
  frequency: 'weekly',
  sendAt: '07:00',
  recipients: ['head@lab.example', 'desk@lab.example'],
  nextAt: '2026-11-30T06:00:00Z',
  lastSentAt: null,
  version: 3,
}

const neuro: DoctorGroup = { _id: '01890000-0000-7000-8000-000000000009', name: 'Neuro', doctorIds: [], version: 1 }

type Call = { method: string; path: string; body: unknown }

/** Opens the page. Returns the changes that it asks the server for. */
function open(digests: Digest[]): Call[] {
  const calls: Call[] = []
  const answer = (path: string) => {
    if (path === '/api/admin/digests') return { success: true, digests, message: 'Digest saved', _id: digest._id }
    if (path === '/api/admin/doctor-groups') return { success: true, groups: [neuro] }
    if (path.endsWith('/send')) return { success: true, address: 'admin@readroom.example' }
    if (path.includes('location')) return { success: true, locations: [lab] }
    return { success: true, message: 'Digest saved', reviews: [], open: 0 }
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://localhost').pathname
    if (method !== 'GET') calls.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    return Response.json(answer(path))
  })
  const router = createMemoryRouter([{ path: '*', element: <DigestsPage /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return calls
}

test('lists digests with their laboratories, schedule and addresses', async () => {
  open([digest, { ...digest, _id: '01890000-0000-7000-8000-000000000003', labIds: null, labNames: null, frequency: 'daily' }])
  const [, first, second] = await screen.findAllByRole('row')
  expect(first?.textContent).toContain('City Imaging Laboratory')
  expect(first?.textContent).toContain('Each Monday at 07:00')
  expect(first?.textContent).toContain('head@lab.example and 1 other')
  expect(first?.textContent).toContain('Not sent yet')
  expect(second?.textContent).toContain('All laboratories')
})

test('a new digest names each wrong field, and is saved once all are right', async () => {
  const calls = open([])
  await screen.findByText(/No digests yet/)
  const add = screen.getByRole('button', { name: 'Add digest' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'All laboratories' }))
  fireEvent.change(dialog.getByLabelText(/Email addresses/), { target: { value: 'head@lab.example, desk' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save digest' }))
  expect(await dialog.findByText('Please choose a laboratory')).toBeTruthy()
  expect(dialog.getByText('"desk" is not an email address')).toBeTruthy()
  expect(calls).toEqual([])
  fireEvent.click(dialog.getByRole('checkbox', { name: 'City Imaging Laboratory' }))
  fireEvent.change(dialog.getByLabelText(/Email addresses/), { target: { value: 'head@lab.example' } })
  fireEvent.change(dialog.getByLabelText('Sent'), { target: { value: 'monthly' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save digest' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { labIds: [labId], groupId: null, frequency: 'monthly', sendAt: '07:00', recipients: ['head@lab.example'] }
  expect(calls).toEqual([{ method: 'POST', path: '/api/admin/digests', body }])
})

test('a digest can be sent to the administrator alone', async () => {
  const calls = open([digest])
  fireEvent.click(await screen.findByRole('button', { name: /Send to me/ }))
  await waitFor(() => expect(calls).toEqual([{ method: 'POST', path: `/api/admin/digests/${digest._id}/send`, body: {} }]))
})

test('a digest of a group leaves out the laboratories, and names the group in the list', async () => {
  const calls = open([{ ...digest, labIds: null, labNames: null, groupId: neuro._id, groupName: 'Neuro' }])
  expect((await screen.findAllByRole('row'))[1]?.textContent).toContain('Group Neuro')
  fireEvent.click(screen.getByRole('button', { name: /Add digest/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Group of doctors'), { target: { value: neuro._id } })
  expect(dialog.queryByRole('checkbox', { name: 'All laboratories' })).toBeNull()
  fireEvent.change(dialog.getByLabelText(/Email addresses/), { target: { value: 'admin@readroom.example' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save digest' }))
  await waitFor(() => expect(calls).toMatchObject([{ method: 'POST', body: { labIds: null, groupId: neuro._id } }]))
})
