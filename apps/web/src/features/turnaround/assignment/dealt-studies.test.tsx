import type { PoolObstacle } from '@readroom/contracts/studies/assignment-engine'
import type { DealtStudy } from '@readroom/contracts/turnaround/automatic-assignment'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { DealtStudies } from './dealt-studies.tsx'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const dealt = (number: number, facts: Partial<DealtStudy> = {}): DealtStudy => ({
  studyId: id(number),
  labName: 'Harbor',
  patientName: `Patient ${number}`,
  accessionNumber: null,
  description: null,
  modalities: ['CT'],
  dueAt: null,
  by: 'assign',
  canGiveBack: true,
  status: 'assigned_to_doctor',
  explanation: {
    rule: 'prior',
    minutes: 6,
    deficitMinutes: 0,
    openStat: 0,
    eligible: 1,
    expectedAt: null,
    isAfterShift: false,
    others: [],
  },
  ...facts,
})

/** Shows the strip above a doctor's worklist. Returns the requests that change something. */
type Shown = { studies?: DealtStudy[]; hasPool?: boolean; mayGiveBack?: boolean; nothing?: PoolObstacle[] }
function open({ studies = [], hasPool = false, mayGiveBack = true, nothing = [] }: Shown, nextId: string | null = null) {
  const sent: { address: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, studies, hasPool, poolWaiting: 7, mayGiveBack })
    sent.push({ address, body: JSON.parse(String(body)) })
    return Response.json({ success: true, studyId: nextId, nothing })
  })
  window.history.replaceState(null, '', '/doctor/dashboard')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <DealtStudies />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return { sent, container, client }
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setClinicTimeZone('UTC')
  sessionStore.start({ ...someUser, role: 'doctor_account' }, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('a doctor without a pool and without dealt studies sees nothing', async () => {
  const { container, client } = open({})
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(container.textContent).toBe('')
})

test('the next study of the pool is opened', async () => {
  const { sent } = open({ hasPool: true }, id(1))
  expect(await screen.findByText('7 studies wait in the pool')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next from the pool' }))
  await waitFor(() => expect(window.location.pathname).toBe(`/reading/${id(1)}`))
  expect(sent.map(({ address }) => address)).toEqual(['/api/doctor/assignment/next'])
})

test('a dealt study says why it came, and is declined for a reason of the list, with or without words', async () => {
  const { sent } = open({ studies: [dealt(1)] })
  fireEvent.click(await screen.findByRole('button', { name: 'Assigned automatically: 1' }))
  expect(screen.getByText('Reported the newest prior; nobody else could read it')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Decline Patient 1' }))
  fireEvent.click(await screen.findByLabelText('Not my field'))
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(sent).toEqual([{ address: `/api/studies/${id(1)}/decline`, body: { cause: 'field', reason: '' } }]))
})

test('a study of the pool is passed over with a reason, and stays after three times', async () => {
  const { sent } = open({ studies: [dealt(1, { by: 'pool' }), dealt(2, { by: 'pool', canGiveBack: false })], hasPool: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Assigned automatically: 2' }))
  expect(screen.getByText('Passed over three times: it stays with you')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pass over Patient 1' }))
  const send = await screen.findByRole('button', { name: 'Pass over' })
  expect(send).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText('Another reason'))
  expect(send).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('In your words'), { target: { value: 'Not my field' } })
  fireEvent.click(send)
  await waitFor(() =>
    expect(sent).toEqual([{ address: `/api/studies/${id(1)}/pass-over`, body: { cause: 'other', reason: 'Not my field' } }]),
  )
})

test('a doctor who has given back as many as a shift allows cannot begin to give back another, and reads why', async () => {
  open({ studies: [dealt(1)], mayGiveBack: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Assigned automatically: 1' }))
  expect(screen.getByRole('button', { name: 'Decline Patient 1' })).toHaveProperty('disabled', true)
  expect(screen.getByText('You have given back 5 studies in this shift, which is the limit.')).toBeTruthy()
})

test('a pool without a study for the doctor says why, by numbers of studies', async () => {
  const nothing: PoolObstacle[] = [
    { kind: 'bodyRegion', studies: 6 },
    { kind: 'declined', studies: 1 },
  ]
  open({ hasPool: true, nothing })
  fireEvent.click(await screen.findByRole('button', { name: 'Next from the pool' }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Nothing in the pool fits you now. 6 studies are of body regions that you do not read. 1 study is one that you gave back.',
  )
})
