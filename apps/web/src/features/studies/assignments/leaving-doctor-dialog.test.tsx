import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { doctorId, makeRow } from '../../../lib/studies/study.fixture.ts'
import { LeavingDoctorDialog } from './leaving-doctor-dialog.tsx'

type Call = { method: string; path: string; body: unknown }

let calls: Call[]
let open: WorklistRow[]
let refused: string | undefined

const doctorOf = (number: number) => ({
  _id: doctorId(number),
  firstName: 'Doctor',
  lastName: String(number),
  fullName: `Doctor ${number}`,
  email: `${number}@readroom.example`,
  specialization: null,
  isLoggedIn: false,
  openStudies: 3,
})

/** Moves every study but the refused one. */
function answer({ path, body }: Call): Response {
  if (path === '/api/admin/doctors') return Response.json({ success: true, doctors: [doctorOf(1), doctorOf(2)] })
  if (path === '/api/admin/studies')
    return Response.json({ success: true, data: open, totalRecords: open.length, isCapped: false, nextCursor: null })
  if (path.endsWith('/active')) return Response.json({ success: true, message: 'Done', body })
  const study = open.find(({ _id }) => path.includes(_id))
  if (!study || study._id === refused)
    return Response.json({ success: false, code: 'INVALID_TRANSITION', message: 'Not now.' }, { status: 409 })
  open = open.filter((one) => one !== study)
  return Response.json({ success: true, study, isNew: true, raisedFrom: null, replaced: [doctorId(1)] })
}

beforeEach(() => {
  calls = []
  open = [makeRow(1, 'assigned_to_doctor', [1]), makeRow(2, 'assigned_to_doctor', [1])]
  refused = undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const call = { method: init.method ?? 'GET', path: new URL(address, 'http://here').pathname, body }
    calls.push(call)
    return answer(call)
  })
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

function show() {
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LeavingDoctorDialog
        doctor={{ _id: doctorId(1), userId: doctorId(9), fullName: 'Doctor 1' }}
        onDone={onDone}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  return onDone
}
const changes = () => calls.filter(({ method }) => method !== 'GET')

test('deactivates a doctor with open studies only after each has moved to another doctor', async () => {
  const onDone = show()
  expect(within(await screen.findByRole('list', { name: 'Open studies' })).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Move and deactivate' })).toHaveProperty('disabled', true)
  await screen.findByRole('option', { name: 'Doctor 2 (3 open)' })
  expect(screen.queryByRole('option', { name: /^Doctor 1/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Move studies to'), { target: { value: doctorId(2) } })
  fireEvent.click(screen.getByRole('button', { name: 'Move and deactivate' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(changes().map(({ body }) => body)).toEqual([
    { doctorId: doctorId(2), mode: 'replace', from: doctorId(1) },
    { doctorId: doctorId(2), mode: 'replace', from: doctorId(1) },
    { isActive: false },
  ])
})

test("a study that can't be moved keeps the account active and is listed", async () => {
  refused = makeRow(2)._id
  const onDone = show()
  fireEvent.change(await screen.findByLabelText('Move studies to'), { target: { value: 'nobody' } })
  fireEvent.click(screen.getByRole('button', { name: 'Move and deactivate' }))
  expect((await screen.findByText(/account is still active/)).parentElement?.textContent).toContain('Not now.')
  expect(changes().some(({ path }) => path.endsWith('/active'))).toBe(false)
  expect(onDone).not.toHaveBeenCalled()
})

test('deactivates a doctor without open studies at once', async () => {
  open = []
  const onDone = show()
  await screen.findByText('This doctor has no open studies.')
  fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(changes()).toHaveLength(1)
})
