import type { FhirClient } from '@readroom/contracts/fhir/fhir-clients'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import FhirClientsPage from './fhir-clients-page.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

const labId = '01890000-0000-7000-8000-000000000001'
const client: FhirClient = {
  _id: '01890000-0000-7000-8000-000000000002',
  labId,
  labName: 'City Imaging Laboratory',
  name: 'Hospital portal',
  keyIds: ['key-1'],
  isActive: true,
  lastUsedAt: null,
  createdAt: '2026-11-20T08:00:00Z',
}
const publicKey = { kty: 'EC', kid: 'key-1', crv: 'P-384', x: 'A'.repeat(64), y: 'B'.repeat(64) }

type Sent = { method: string; path: string; body: unknown }

/** Shows the page over a server with these clients. Returns the changes that were sent. */
function showPage(clients: readonly FhirClient[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://localhost')
    const method = init.method ?? 'GET'
    if (method !== 'GET') {
      sent.push({ method, path: pathname, body: init.body ? JSON.parse(String(init.body)) : undefined })
      return Response.json({ success: true, message: 'Saved', _id: client._id })
    }
    if (pathname.includes('locations'))
      return Response.json({ success: true, locations: [{ value: labId, label: 'City Imaging Laboratory', code: 'CITY' }] })
    return Response.json({ success: true, clients, baseUrl: 'https://portal.example/fhir' })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <FhirClientsPage /> }])} />
    </QueryClientProvider>,
  )
  return sent
}

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a client is registered once its public keys are right', async () => {
  const sent = showPage([])
  expect(await screen.findByDisplayValue('https://portal.example/fhir')).toBeTruthy()
  const register = screen.getByRole('button', { name: 'Register client' })
  await waitFor(() => expect(register.hasAttribute('disabled')).toBe(false))
  fireEvent.click(register)
  const dialog = within(screen.getByRole('dialog'))
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Register client' }))
  type(/^Name/, 'Hospital portal')
  type(/^Public keys/, JSON.stringify({ keys: [{ ...publicKey, d: 'C'.repeat(64) }] }))
  submit()
  expect(await screen.findByText('Please choose a laboratory')).toBeTruthy()
  expect(screen.getByText(/Private keys are refused/)).toBeTruthy()
  expect(sent).toEqual([])
  type(/^Laboratory/, labId)
  type(/^Public keys/, JSON.stringify({ keys: [publicKey] }))
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    method: 'POST',
    path: '/api/admin/fhir-clients',
    body: { labId, name: 'Hospital portal', jwks: { keys: [publicKey] } },
  })
})

test('a client is deactivated at once and deleted after a question', async () => {
  const sent = showPage([client])
  const path = `/api/admin/fhir-clients/${client._id}`
  fireEvent.click(await screen.findByRole('button', { name: /^Deactivate/ }))
  await waitFor(() => expect(sent).toEqual([{ method: 'PUT', path, body: { isActive: false } }]))
  fireEvent.click(screen.getByRole('button', { name: /^Delete/ }))
  expect(sent).toHaveLength(1)
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path }))
})
