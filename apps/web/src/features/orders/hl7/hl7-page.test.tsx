import type { Hl7Activity, Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import Hl7Page from './hl7-page.tsx'

signInEachTest()
beforeEach(() => {
  setClinicTimeZone('Europe/Berlin')
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)
afterAll(() => setClinicTimeZone('UTC'))

const labId = '01890000-0000-7000-8000-000000000001'
const connection: Hl7Connection = {
  _id: '01890000-0000-7000-8000-000000000002',
  labId,
  labName: 'City Imaging Laboratory',
  name: 'Hospital North',
  port: 2575,
  clientCertificates: null,
  allowedAddresses: ['10.20.0.0/16'],
  sendingFacility: null,
  charset: '8859/1',
  mapping: {
    places: { accessionNumber: ['OBR-3.1', 'OBR-18'] },
    priorities: { NOW: 'STAT', 'A=B': 'URGENT' },
    controls: {},
    modalities: {},
    sexes: {},
    charsets: {},
    isUpsert: true,
    isWaitingFault: false,
    patientAuthority: null,
    timeZone: 'Europe/Berlin',
    isTraining: false,
  },
  isEnabled: true,
  keepDays: 90,
  version: 4,
  unknownValues: [{ field: 'sex', value: 'W', count: 3, lastAt: '2026-11-20T08:00:00Z' }],
  lastMessage: { receivedAt: '2026-11-20T08:00:00Z', state: 'faulty' },
}
const message = {
  _id: '01890000-0000-7000-8000-000000000003',
  receivedAt: '2026-11-20T08:00:00Z',
  sendingApplication: 'ORDERS',
  sendingFacility: 'NORTH',
  controlId: 'C-17',
  type: 'OMI^O23',
  state: 'faulty',
  faults: ['PID-3 is missing.'],
  flags: ['utf8InDisguise'],
  hasText: true,
}
const preview = {
  values: [{ place: 'IPC-5', value: 'MR' }],
  state: 'faulty',
  faults: ['ORC-1 is missing.'],
  flags: ['strayLines'],
  unknownValues: [],
  orders: [],
}

const activity: Hl7Activity = {
  messages: 1_000,
  taken: 990,
  since: '2026-11-01T08:00:00Z',
  states: [
    { state: 'applied', count: 990 },
    { state: 'faulty', count: 10 },
  ],
  fields: [
    { field: 'accessionNumber', count: 990 },
    { field: 'patient.birthDate', count: 753 },
  ],
  faults: [{ text: 'PID-3 is missing.', count: 10 }],
  withoutImages: 2,
  ordersWithoutImages: [
    { _id: '01890000-0000-7000-8000-00000000000a', number: 'PL-17', at: '2026-11-18T08:00:00Z' },
    { _id: '01890000-0000-7000-8000-00000000000b', number: 'PL-18', at: '2026-11-18T07:00:00Z' },
  ],
  results: 420,
  medianMinutes: 95,
  slowMinutes: 26 * 60,
  refusals: [
    {
      port: 'hl7',
      address: '192.0.2.9',
      aeTitle: null,
      reason: 'silent',
      count: 3,
      firstAt: '2026-11-19T08:00:00Z',
      lastAt: '2026-11-20T08:00:00Z',
    },
  ],
}

type Sent = { method: string; path: string; body: unknown }

/** Shows the page over a server with these connections. Returns the changes that were sent. */
function showPage(connections: readonly Hl7Connection[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://localhost')
    const method = init.method ?? 'GET'
    if (method !== 'GET') sent.push({ method, path: pathname, body: init.body ? JSON.parse(String(init.body)) : undefined })
    const answers: [string, object][] = [
      ['/activity', { activity }],
      ['/messages', { messages: [message], hasMore: false }],
      ['hl7-messages/', { values: [{ place: 'PID-5.1', value: 'Søren' }] }],
      ['hl7-preview', { preview }],
      ['locations', { locations: [{ value: labId, label: 'City Imaging Laboratory', code: 'CITY' }] }],
      ['identity-reviews', { count: 0 }],
      ['modality-worklists', { worklists: [] }],
      ['hl7-connections', method === 'GET' ? { connections } : { message: 'Connection saved', _id: connection._id }],
    ]
    const answer = answers.find(([part]) => pathname.includes(part))?.[1] ?? {}
    return Response.json({ success: true, ...answer })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '*', element: <Hl7Page /> }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return sent
}

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a page without connections says what to do', async () => {
  showPage([])
  expect(await screen.findByText(/No connections yet/)).toBeTruthy()
})

test('a connection shows its state and its last message', async () => {
  showPage([connection])
  const table = await screen.findByRole('table', { name: 'Connections' })
  for (const text of ['Hospital North', '2575', 'Without TLS', 'Enabled', 'Content wrong']) {
    expect(within(table).getByText(text)).toBeTruthy()
  }
})

test('a new connection is sent once its fields are right', async () => {
  const sent = showPage([])
  const add = await screen.findByRole('button', { name: 'Add connection' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  type('Name', 'South')
  type('Port', '80')
  type('Senders', 'hospital.example')
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }))
  expect(await screen.findByText('Please enter a port from 1024 to 65535')).toBeTruthy()
  expect(screen.getByText('Please choose a laboratory')).toBeTruthy()
  expect(screen.getByText(/Please enter addresses or networks/)).toBeTruthy()
  expect(sent).toEqual([])
  type('Laboratory', labId)
  type('Port', '2600')
  type('Senders', '10.0.0.7\n10.20.0.0/16')
  type('Other places of fields', 'accessionNumber = OBR-3.1, OBR-18')
  type('Other priorities', 'NOW = STAT')
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    method: 'POST',
    body: {
      labId,
      name: 'South',
      port: 2600,
      allowedAddresses: ['10.0.0.7', '10.20.0.0/16'],
      clientCertificates: null,
      sendingFacility: null,
      mapping: {
        timeZone: 'Europe/Berlin',
        places: { accessionNumber: ['OBR-3.1', 'OBR-18'] },
        priorities: { NOW: 'STAT' },
        controls: {},
        modalities: {},
        sexes: {},
        charsets: {},
        isUpsert: true,
        isWaitingFault: false,
      },
      isEnabled: true,
    },
  })
})

test('a changed connection keeps what was not changed', async () => {
  const sent = showPage([connection])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  fireEvent.click(screen.getByLabelText('Receive messages'))
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const {
    _id,
    labId: _labId,
    labName: _labName,
    lastMessage: _lastMessage,
    unknownValues: _unknownValues,
    ...fields
  } = connection
  expect(sent[0]).toEqual({
    method: 'PUT',
    path: `/api/admin/hl7-connections/${_id}`,
    body: { ...fields, isEnabled: false },
  })
})

test('a pasted message shows what it would become', async () => {
  showPage([connection])
  fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  type('Try a message', 'MSH|^~\\&|A')
  fireEvent.click(screen.getByRole('button', { name: 'Read message' }))
  const result = await screen.findByRole('region', { name: 'Result' })
  for (const text of ['Content wrong', 'ORC-1 is missing.', 'IPC-5', 'MR']) expect(within(result).getByText(text)).toBeTruthy()
})

test('messages say what was wrong, and open value by value', async () => {
  showPage([connection])
  fireEvent.click(await screen.findByRole('button', { name: /^Messages/ }))
  const table = await screen.findByRole('table', { name: 'Messages' })
  for (const text of ['C-17', 'OMI^O23', 'PID-3 is missing.']) expect(within(table).getByText(text)).toBeTruthy()
  fireEvent.click(within(table).getByRole('button', { name: /^Open/ }))
  expect(await screen.findByText('Søren')).toBeTruthy()
})

test('a test order is sent from the messages of an enabled connection', async () => {
  const sent = showPage([connection])
  fireEvent.click(await screen.findByRole('button', { name: /^Messages/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test order' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'POST', path: `/api/admin/hl7-connections/${connection._id}/test-order` })
})

test('a disabled connection takes no test order and says why', async () => {
  showPage([{ ...connection, isEnabled: false }])
  fireEvent.click(await screen.findByRole('button', { name: /^Messages/ }))
  const send = await screen.findByRole('button', { name: 'Send a test order' })
  expect(send.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('Enable the connection to send a test order.')).toBeTruthy()
})

test('a value that the connection does not know is mapped in a field of its own', async () => {
  const sent = showPage([connection])
  expect(await screen.findByText('1 unknown value: see Messages')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Messages/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Map this value/ }))
  const form = await screen.findByRole('form', { name: 'Map this value' })
  expect(within(form).getByText('W')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save meaning' }))
  expect(await screen.findByText('Please choose a meaning')).toBeTruthy()
  type(/^Meaning/, 'F')
  fireEvent.click(screen.getByRole('button', { name: 'Save meaning' }))
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({ mapping: { ...connection.mapping, sexes: { W: 'F' } }, version: 4 }),
  )
})

test('a connection tells what its last messages filled and led to, and what was refused', async () => {
  showPage([connection])
  fireEvent.click(await screen.findByRole('button', { name: /Messages/ }))
  const section = await screen.findByRole('region', { name: 'Last 1,000 messages' })
  // A field below the figures would scroll them away.
  expect(document.activeElement?.contains(section)).toBe(true)
  for (const text of [
    /Applied: 990 · Content wrong: 10/,
    /PID-3 is missing\./,
    /2 orders have no images a day after their time/,
    /420 orders have a final report: half within 95 minutes of the order, nine of\s+ten within 26 hours/,
    /3 connections/,
  ])
    expect(within(section).getByText(text)).toBeTruthy()
  const filled = within(section).getByRole('list', { name: 'Filled fields', hidden: true })
  expect(filled.textContent).toBe('Accession number100 %Birth date76 %')
})
