import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import CriticalDialog from './critical-dialog.tsx'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const result = {
  id: id(1),
  studyId: id(2),
  category: 1,
  finding: 'Tension pneumothorax',
  markedBy: 'Dr Ines Carvalho',
  foundAt: '2020-01-01T10:00:00.000Z',
  dueAt: '2020-01-01T11:00:00.000Z',
  acknowledged: null,
  notified: { times: 1, lastAt: null },
  told: [],
  patientName: 'Jane Doe',
  laboratory: 'CITYLAB',
}

/** Opens the dialog as a doctor. */
function open(onClose = () => {}, stated = '') {
  const element = <CriticalDialog row={makeRow(1)} role={'doctor_account' as const} stated={stated} onClose={onClose} />
  const router = createMemoryRouter([{ path: '*', element }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

type Sent = { key: string | null; body: { finding?: string; name?: string } }

/** Shows a study with a critical result, on a server that processes requests but whose answers are lost. */
function show() {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    if (typeof body !== 'string') return Response.json({ success: true, results: [result] })
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(body) })
    throw new TypeError('Failed to fetch')
  })
  open()
  const send = async (button: string) => {
    const before = sent.length
    fireEvent.click(screen.getByRole('button', { name: button }))
    await eventually(() => expect(sent).toHaveLength(before + 1))
    await screen.findByRole('button', { name: button })
  }
  const write = (label: RegExp, value: string, at = 0) =>
    fireEvent.change(screen.getAllByLabelText(label)[at] ?? document.body, { target: { value } })
  return { sent, send, write }
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id: shown }) => void toast.dismiss(shown))
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('sending the same finding again marks it once, and a corrected one counts as another', async () => {
  const { sent, send, write } = show()
  await screen.findByText(/Tension pneumothorax/)
  write(/Finding/, 'Pneumothorax on the left')
  await send('Mark and notify')
  await send('Mark and notify')
  write(/Finding/, 'Pneumothorax on the right')
  await send('Mark and notify')
  const [first, again, corrected] = sent
  expect(again?.key).toBe(first?.key)
  expect(corrected?.body).toMatchObject({ finding: 'Pneumothorax on the right' })
  expect(corrected?.key).not.toBe(first?.key)
})

test('a notification sent again is recorded once, and another name counts as another', async () => {
  const { sent, send, write } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'Record a notification' }))
  write(/Person notified/, 'Rosa Delgado')
  await send('Record')
  await send('Record')
  write(/Person notified/, 'Rosa Delgado of the ward')
  await send('Record')
  const [first, again, corrected] = sent
  expect(again?.key).toBe(first?.key)
  expect(corrected?.key).not.toBe(first?.key)
})

test.each([
  [0, 'Critical result marked. No laboratory account can be notified by email. Please telephone.', 'has not been notified yet'],
  [1, 'Critical result marked. The laboratory is being notified.', 'was notified once'],
])('tells the doctor who marks a result that the laboratory was notified %i times', async (times, toasted, listed) => {
  const results: unknown[] = []
  const marked = { ...result, notified: { times, lastAt: null } }
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'POST') return Response.json({ success: true, results })
    results.push(marked)
    return Response.json({ success: true, result: marked })
  })
  open()
  await screen.findByText('No critical results for this study.')
  fireEvent.change(screen.getByRole('textbox', { name: /Finding/ }), { target: { value: marked.finding } })
  fireEvent.click(screen.getByRole('button', { name: 'Mark and notify' }))
  expect(await screen.findByText(`Not acknowledged. The laboratory ${listed}.`)).toBeTruthy()
  expect(toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))).toEqual([toasted])
})

test('asks before a typed finding is lost', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, results: [] }))
  const onClose = vi.fn()
  open(onClose)
  fireEvent.change(screen.getByRole('textbox', { name: /Finding/ }), { target: { value: 'Pneumothorax' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('begins with the sentence of the report that states the finding', () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, results: [] }))
  open(undefined, 'Acute subarachnoid haemorrhage')
  expect(screen.getByLabelText(/^Finding/)).toHaveProperty('value', 'Acute subarachnoid haemorrhage')
})
