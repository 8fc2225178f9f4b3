import type { EchoResult, Scanner } from '@readroom/contracts/orders/scanners'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { DicomSettingsDialog } from './dicom-settings-dialog.tsx'
import { testWords } from './scanner-words.ts'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

const labId = '01890000-0000-7000-8000-000000000001'
const scanner: Scanner = {
  aeTitle: 'CT_1',
  place: { host: '10.20.0.7', port: 104 },
  usesTls: false,
  certificate: null,
  lastAskedAt: null,
  lastStudyAt: null,
  test: null,
  version: 3,
}
const connection = {
  host: 'pacs.example',
  port: 4242,
  aeTitle: 'READROOM',
  callingAeTitles: ['CT_1'],
  lastStudy: null,
  unknownAeTitles: [],
  refusedConnections: [],
}

/** Shows the dialog over a server with this scanner, which answers changes like this. Returns the changes that were sent. */
function show(shown: Scanner, answer: object, status = 200) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = new URL(String(input), 'http://portal').pathname
    if (init.method === 'PUT' || init.method === 'POST') {
      sent.push({ path, body: JSON.parse(String(init.body)) })
      return Response.json(answer, { status })
    }
    if (path.endsWith('/scanners')) return Response.json({ success: true, scanners: [shown] })
    if (path.includes('/connection/')) return Response.json({ success: true, data: connection })
    return Response.json({ success: true, destinations: [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const element = <DicomSettingsDialog labId={labId} labName="City Imaging Laboratory" onClose={() => {}} />
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  return sent
}

const row = () => screen.findByRole('row', { name: 'CT_1' })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a test is asked for with a press, and the place that scanners send to is there to copy', async () => {
  const sent = show(scanner, { success: true, message: 'Test started' })
  expect(within(await row()).getByText('Not tested')).toBeTruthy()
  expect(await screen.findByText('pacs.example')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  fireEvent.click(within(await row()).getByRole('button', { name: 'Test' }))
  const path = `/api/admin/modality-worklists/${labId}/scanners/test`
  await waitFor(() => expect(sent).toEqual([{ path, body: { aeTitle: 'CT_1' } }]))
})

test('a running test cannot be started again, and a scanner without a place not at all', async () => {
  show({ ...scanner, test: { askedAt: '2026-11-26T12:00:00Z', isRunning: true, result: null } }, {})
  expect(within(await row()).getByRole('status').textContent).toContain('Asking the scanner...')
  expect(within(await row()).getByRole('button', { name: 'Test' })).toHaveProperty('disabled', true)
  cleanup()
  show({ ...scanner, place: null }, {})
  expect(within(await row()).queryByRole('button', { name: 'Test' })).toBeNull()
})

test('a fault is shown at its field, and nothing is sent', async () => {
  const sent = show(scanner, { success: true, message: 'Scanner saved' })
  fireEvent.click(within(await row()).getByRole('button', { name: 'Edit' }))
  type('Host', 'no host')
  type('Port', '65536')
  type('Certificate', 'none')
  fireEvent.click(screen.getByRole('button', { name: 'Save scanner' }))
  expect(await screen.findByText('Please enter a host name or an address')).toBeTruthy()
  expect(screen.getByText('Please enter a port from 1 to 65535')).toBeTruthy()
  expect(screen.getByText('Please paste the certificate in PEM, without a private key')).toBeTruthy()
  expect(sent).toEqual([])
  type('Host', '10.20.0.8')
  type('Port', '11112')
  type('Certificate', '')
  fireEvent.click(screen.getByRole('button', { name: 'Save scanner' }))
  const body = { aeTitle: 'CT_1', place: { host: '10.20.0.8', port: 11_112 }, usesTls: false, certificate: null, version: 3 }
  await waitFor(() => expect(sent.map((one) => one.body)).toEqual([body]))
})

test('a scanner that is asked by TLS needs its certificate', async () => {
  const message = 'Paste the certificate that the scanner shows by TLS.'
  const sent = show(scanner, { success: false, code: 'SCANNER_CERTIFICATE_MISSING', message }, 409)
  fireEvent.click(within(await row()).getByRole('button', { name: 'Edit' }))
  fireEvent.click(screen.getByLabelText(/^Ask by TLS/))
  fireEvent.click(screen.getByRole('button', { name: 'Save scanner' }))
  await waitFor(() => expect(screen.getByLabelText('Certificate').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(message)).toBeTruthy()
  expect(sent.map((one) => one.body)).toMatchObject([{ usesTls: true, certificate: null }])
})

test('an address that the server refuses is said at its field', async () => {
  const message = 'This address is private. Add it to the scanners of the modality worklist first.'
  show(scanner, { success: false, code: 'SCANNER_ADDRESS_FORBIDDEN', message }, 409)
  fireEvent.click(within(await row()).getByRole('button', { name: 'Edit' }))
  type('Host', '127.0.0.1')
  fireEvent.click(screen.getByRole('button', { name: 'Save scanner' }))
  await waitFor(() => expect(screen.getByLabelText('Host').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(message)).toBeTruthy()
})

test.each<[EchoResult['answer'], string]>([
  ['answered', 'Answered in 12 ms'],
  ['otherTitle', 'Refused: the scanner has another AE title'],
  ['unknownTitle', 'Refused: the scanner does not know our AE title WL_CITY'],
  ['unreachable', 'No connection'],
  ['silent', 'The scanner did not answer in time'],
  ['noTls', 'The scanner did not agree on TLS'],
  ['otherCertificate', 'Not asked: the scanner showed another certificate'],
])('the answer %s is said as "%s"', (answer, words) => {
  const result = { answer, milliseconds: answer === 'answered' ? 12 : null, callingAeTitle: 'WL_CITY' }
  expect(testWords({ askedAt: '2026-11-26T12:00:00Z', isRunning: false, result })).toBe(words)
})

test('a test that nobody ran is not said to run', () => {
  expect(testWords({ askedAt: '2026-11-26T12:00:00Z', isRunning: false, result: null })).toBe('The worker did not run the test')
})
