import type { ModalityWorklist } from '@readroom/contracts/orders/modality-worklists'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { ModalityWorklists } from './modality-worklists.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

const city: ModalityWorklist = {
  labId: '01890000-0000-7000-8000-000000000001',
  labName: 'City Imaging Laboratory',
  scannerAeTitles: ['CT_1', 'MR_1'],
  settings: null,
}

/** Shows the section over a server with this worklist, which answers changes like this. Returns the bodies that were sent. */
function show(worklist: ModalityWorklist, answer: object, status = 200): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_input: RequestInfo | URL, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return Response.json({ success: true, worklists: [worklist] })
    sent.push(JSON.parse(String(init.body)))
    return Response.json(answer, { status })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <ModalityWorklists /> }])} />
    </QueryClientProvider>,
  )
  return sent
}

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a worklist is set up once its fields are right', async () => {
  const sent = show(city, { success: true, message: 'Modality worklist saved' })
  fireEvent.click(await screen.findByRole('button', { name: /Set up/ }))
  expect(screen.getByText(/under the laboratory's AE titles: CT_1, MR_1/)).toBeTruthy()
  type(/Called AE title/, 'wl_city')
  type(/Scanners/, 'everybody')
  fireEvent.click(screen.getByRole('button', { name: 'Save worklist' }))
  expect(await screen.findByText(/Please enter addresses or networks/)).toBeTruthy()
  expect(sent).toEqual([])
  type(/Scanners/, '10.20.0.0/16\n192.0.2.7')
  fireEvent.click(screen.getByRole('button', { name: 'Save worklist' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const allowedAddresses = ['10.20.0.0/16', '192.0.2.7']
  expect(sent).toEqual([{ calledAeTitle: 'WL_CITY', allowedAddresses, isEnabled: true, version: 0 }])
})

test('a refusal is shown and the dialog stays', async () => {
  const settings = {
    calledAeTitle: 'WL',
    allowedAddresses: ['10.0.0.1'],
    isEnabled: true,
    version: 3,
    lastAskedAt: null,
    lastCutAt: null,
  }
  const message = 'The modality worklist of another laboratory has this AE title.'
  show({ ...city, settings }, { success: false, code: 'WORKLIST_AE_TITLE_TAKEN', message }, 409)
  fireEvent.click(await screen.findByRole('button', { name: /Edit/ }))
  type(/Called AE title/, 'OTHER')
  fireEvent.click(screen.getByRole('button', { name: 'Save worklist' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})
