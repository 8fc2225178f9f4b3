import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import DeliveriesPage from './deliveries-page.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

const labId = '01890000-0000-7000-8000-000000000001'
const delivery = {
  _id: '01890000-0000-7000-8000-000000000003',
  position: 7,
  kind: 'final',
  state: 'parked',
  controlId: 'C-17',
  studyId: labId,
  accessionNumber: 'ACC-7',
  placerNumber: null,
  destinationName: 'North RIS',
  labName: 'City Imaging Laboratory',
  attempts: 2,
  lastAttemptAt: '2026-11-20T08:00:00Z',
  answer: 'faulty',
  answerText: 'Order A7 is unknown.',
  createdAt: '2026-11-20T08:00:00Z',
  sentAt: null,
  isBlocked: false,
  isOverdue: true,
}

/** Shows the page over a server with these deliveries. Returns the changes that were sent. */
function showPage(deliveries: readonly object[]) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://localhost')
    if ((init.method ?? 'GET') !== 'GET') sent.push({ path: pathname, body: JSON.parse(String(init.body)) })
    const answers: [string, object][] = [
      ['result-deliveries/', { message: 'Delivery queued again' }],
      ['result-deliveries', { deliveries, hasMore: false }],
      ['locations', { locations: [{ value: labId, label: 'City Imaging Laboratory', code: 'CITY' }] }],
      ['identity-reviews', { count: 0 }],
      ['result-destinations', init.method === 'POST' ? { message: 'Destination saved', _id: labId } : { destinations: [] }],
    ]
    return Response.json({ success: true, ...answers.find(([part]) => pathname.includes(part))?.[1] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '*', element: <DeliveriesPage /> }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return sent
}

test('an empty page says what to do, and that nothing waits', async () => {
  showPage([])
  expect(await screen.findByText(/No destinations yet/)).toBeTruthy()
  expect(await screen.findByText(/Nothing is waiting/)).toBeTruthy()
})

test('a refused delivery shows the answer and its possible actions', async () => {
  const sent = showPage([delivery])
  const table = await screen.findByRole('table', { name: 'Deliveries' })
  for (const text of ['Final report', 'ACC-7', 'Overdue', 'Order A7 is unknown.'])
    expect(within(table).getByText(text)).toBeTruthy()
  expect(within(table).queryByRole('button', { name: /^Release/ })).toBeNull()
  fireEvent.click(within(table).getByRole('button', { name: /^Retry/ }))
  await waitFor(() => expect(sent).toEqual([{ path: `/api/admin/result-deliveries/${delivery._id}`, body: { action: 'retry' } }]))
})

test('a new destination is sent once its fields are right', async () => {
  const sent = showPage([])
  const add = await screen.findByRole('button', { name: 'Add destination' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  expect(await screen.findByText('Please enter a host name or an address')).toBeTruthy()
  expect(screen.getByText('Please choose a laboratory')).toBeTruthy()
  type('Name', 'North RIS')
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Laboratory'), { target: { value: labId } })
  type('Host', 'ris.example')
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    labId,
    name: 'North RIS',
    alertMinutes: 60,
    secret: null,
    settings: { kind: 'hl7', host: 'ris.example', port: 2575, withPdf: true },
  })
})

test('a DICOM destination has its own fields and usual port', async () => {
  const sent = showPage([])
  const add = await screen.findByRole('button', { name: 'Add destination' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  const write = (label: string, value: string) =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })
  write('Kind', 'dicom')
  expect(screen.queryByText('HL7 message')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  expect(await screen.findByText('Please enter 1 to 16 letters, digits and signs')).toBeTruthy()
  write('Name', 'North PACS')
  write('Laboratory', labId)
  write('AE title of the receiver', 'pacs')
  write('Host', 'pacs.example')
  write('Form of the report', 'sr')
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    settings: {
      kind: 'dicom',
      host: 'pacs.example',
      port: 104,
      calledAeTitle: 'PACS',
      callingAeTitle: 'READROOM',
      document: 'sr',
    },
  })
})

test('an archive on the web asks for the password of its user', async () => {
  const sent = showPage([])
  const add = await screen.findByRole('button', { name: 'Add destination' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  const write = (label: string, value: string) =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })
  write('Kind', 'stow')
  expect(screen.queryByLabelText('Password')).toBeNull()
  write('Sign-in', 'basic')
  write('Name', 'North PACS')
  write('Laboratory', labId)
  write('Address', 'https://pacs.example/rs')
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  expect(await screen.findByText('Please enter a user name without colons')).toBeTruthy()
  write('User name', 'readroom')
  write('Password', 'open-sesame')
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    secret: 'open-sesame',
    settings: { kind: 'stow', url: 'https://pacs.example/rs', login: { kind: 'basic', userName: 'readroom' }, document: 'pdf' },
  })
})

test('a webhook receives the chosen events, and needs at least one group', async () => {
  const sent = showPage([])
  const add = await screen.findByRole('button', { name: 'Add destination' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  const write = (label: string, value: string) =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })
  write('Kind', 'webhook')
  write('Name', 'North EHR')
  write('Laboratory', labId)
  write('Address', 'https://ehr.example/hook')
  write('Secret', 's'.repeat(32))
  const group = screen.getByRole('group', { name: 'Tell of' })
  const tick = (name: string) => fireEvent.click(within(group).getByRole('checkbox', { name }))
  tick('Reports')
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  expect(await within(group).findByText('Please choose at least one')).toBeTruthy()
  tick('Patients')
  tick('Orders')
  fireEvent.click(screen.getByRole('button', { name: 'Save destination' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ settings: { kind: 'webhook', events: ['orders', 'patients'] } })
})

test('a delivery about an order says so, with the number of the order', async () => {
  showPage([{ ...delivery, kind: 'order_changed', studyId: null, placerNumber: 'PL-9' }])
  const table = await screen.findByRole('table', { name: 'Deliveries' })
  for (const text of ['Order state changed', 'PL-9', 'ACC-7']) expect(within(table).getByText(text)).toBeTruthy()
})
