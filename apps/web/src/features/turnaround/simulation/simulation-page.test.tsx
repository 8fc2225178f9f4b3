import type { Doctor } from '@readroom/contracts/people/doctors'
import { addedDoctorId, type Simulation, type SimulationResult } from '@readroom/contracts/turnaround/assignment-simulations'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import SimulationPage from './simulation-page.tsx'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [first, second, harbor, ada, bo] = [id(1), id(2), id(90), id(11), id(12)]

const simulation = (_id: string, facts: Partial<Simulation> = {}): Simulation => ({
  _id,
  days: 30,
  labId: null,
  labName: null,
  changes: null,
  requestedBy: 'Ann Admin',
  requestedAt: '2026-11-25T11:00:00.000Z',
  from: '2026-10-26T11:00:00.000Z',
  to: '2026-11-25T11:00:00.000Z',
  state: 'done',
  progress: 100,
  ...facts,
})

const result: SimulationResult = {
  studies: 1234,
  doctors: [
    {
      doctorId: ada,
      isAssignable: true,
      real: { studies: 10, minutes: 60 },
      dealt: { studies: 11, minutes: 66 },
      shareMinutes: 66,
    },
    {
      doctorId: bo,
      isAssignable: false,
      real: { studies: 400, minutes: 2400 },
      dealt: { studies: 0, minutes: 0 },
      shareMinutes: 0,
    },
  ],
  rules: { patient: 1, prior: 2, emergency: 3, share: 4 },
  evenness: { real: 0.55, dealt: 0.996 },
  lateness: { real: { due: 1000, late: 250 }, realModel: { due: 1000, late: 120 }, dealtModel: { due: 1000, late: 4 } },
  changed: null,
  unfit: [
    { labId: harbor, modalities: ['MG'], reason: 'modality', studies: 12, neverDealt: 12 },
    { labId: null, modalities: ['CT', 'PT'], reason: 'offShift', studies: 1, neverDealt: 0 },
  ],
  unfitStudies: 13,
  neverDealt: 12,
}

const doctor: Doctor = {
  _id: ada,
  firstName: 'Ada',
  lastName: 'Amani',
  fullName: 'Ada Amani',
  email: 'ada@readroom.example',
  specialization: null,
  isLoggedIn: false,
  openStudies: 0,
}

type Server = {
  simulations: Simulation[]
  results?: Record<string, SimulationResult>
  refuse?: { code: string; message: string }
}

/** Opens the page. Returns the bodies that were sent. */
function open({ simulations, results = {}, refuse }: Server, search = '') {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    if (address.includes('/admin/doctors')) return Response.json({ success: true, doctors: [doctor] })
    if (address.includes('/locations'))
      return Response.json({ success: true, locations: [{ value: harbor, label: 'Harbor', code: 'HARBOR' }] })
    if (request?.method === 'POST') {
      sent.push(JSON.parse(String(request.body)))
      return refuse
        ? Response.json({ success: false, ...refuse }, { status: 409 })
        : Response.json({ success: true, message: 'Simulation started', _id: second })
    }
    const asked = address.split('/simulations/')[1]
    if (asked === undefined) return Response.json({ success: true, simulations })
    const found = simulations.find(({ _id }) => _id === asked) ?? simulation(asked, { state: 'waiting', progress: 0 })
    const names = { doctorNames: { [ada]: 'Ada Amani', [addedDoctorId]: 'Dr Evening' }, labNames: { [harbor]: 'Harbor' } }
    return Response.json({ success: true, simulation: { ...found, ...names, result: results[asked] ?? null } })
  })
  window.history.replaceState(null, '', `/admin/assignment/simulation${search}`)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <SimulationPage />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return sent
}

const part = (name: string) => screen.findByRole('region', { name })
const rowsOf = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) => [...children].map(({ textContent }) => textContent))

beforeEach(() => {
  setClinicTimeZone('UTC')
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('the newest simulation is shown: work side by side, evenness in words, lateness, and who was missing', async () => {
  open({ simulations: [simulation(first), simulation(second)], results: { [first]: result } })
  expect(await rowsOf('Doctors in the simulation')).toEqual([
    ['Deleted doctorCannot be assigned', '4001 d 16 h', '00 min', '0 min'],
    ['Ada Amani', '101 h 00', '111 h 06', '1 h 06'],
  ])
  expect((await part('Evenness')).textContent).toMatch(/ActualVery uneven0\.55AutomaticEven1\.00/)
  expect(await rowsOf('Late studies')).toEqual([
    ['Actual', '250', '25%'],
    ['Actual assignment, in the model', '120', '12%'],
    ['Automatic assignment, in the model', '4', '<1%'],
  ])
  const missing = await part('Studies that nobody could read')
  expect(missing.textContent).toContain('13 studies of 1,234 had no doctor')
  expect(
    within(missing)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'MG, Harbor · 12 studies without a doctor until the endNo doctor who reads for this laboratory reads these modalities.',
    'CT, PT, no laboratory · 1 study waited for a doctorNo doctor who reads them was on shift.',
  ])
})

test('a simulation is started for a period and a laboratory, and is shown as it waits', async () => {
  const sent = open({ simulations: [] })
  expect(await screen.findByText(/^No simulations yet/)).toBeTruthy()
  await screen.findByRole('option', { name: 'Harbor' })
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: '7' } })
  fireEvent.change(screen.getByLabelText('Laboratory'), { target: { value: harbor } })
  fireEvent.click(screen.getByRole('button', { name: 'Start simulation' }))
  expect((await screen.findByRole('progressbar', { name: 'Simulation' })).getAttribute('aria-valuetext')).toBe('Waiting')
  expect(sent).toEqual([{ days: 7, labId: harbor, changes: null }])
  expect(window.location.search).toBe(`?simulation=${second}`)
})

test('a running simulation says how far it is, and no other can be started', async () => {
  open({ simulations: [simulation(first, { state: 'running', progress: 42 })] })
  expect((await screen.findByRole('progressbar', { name: 'Simulation' })).getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByRole('button', { name: 'Start simulation' })).toHaveProperty('disabled', true)
})

test('kept simulations are links to their results, and a failed one says so', async () => {
  open(
    { simulations: [simulation(first), simulation(second, { state: 'failed', labId: harbor, labName: 'Harbor', days: 1 })] },
    `?simulation=${second}`,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('The simulation failed.')
  const links = within(await screen.findByRole('list', { name: 'Simulations' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '25/11/2026 11:0030 days, every laboratoryAnn AdminDone',
    '25/11/2026 11:001 day, HarborAnn AdminFailed',
  ])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true'])
  expect(links[0]?.getAttribute('href')).toBe(`/admin/assignment/simulation?simulation=${first}`)
})

test('a period without studies says what to do', async () => {
  open({ simulations: [simulation(first)], results: { [first]: { ...result, studies: 0 } } })
  expect(await screen.findByText('No study became ready in this period. Choose a longer one.')).toBeTruthy()
})

const changed: SimulationResult['changed'] = {
  doctors: [
    { doctorId: ada, dealt: { studies: 4, minutes: 26 }, shareMinutes: 30 },
    { doctorId: addedDoctorId, dealt: { studies: 7, minutes: 65 }, shareMinutes: 60 },
  ],
  evenness: 0.97,
  lateness: { due: 1000, late: 1 },
  neverDealt: 12,
}
const changes: Simulation['changes'] = {
  addedDoctor: { name: 'Dr Evening', likeDoctorId: ada },
  rulesOff: ['due'],
  shares: [{ doctorId: ada, share: 50 }],
}

test('a comparison says its verdict in one sentence first, then what was changed, and shows both beside each other', async () => {
  open({ simulations: [simulation(first, { changes })], results: { [first]: { ...result, changed } } })
  expect(
    await screen.findByText(
      '3 fewer studies are late. Dr Evening, who is added, gets 1 hour 5 minutes of work. Most changes for Ada Amani: 40 minutes less work.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Dr Evening is added, who works like Ada Amani. Left out: “Reads it in time, or is the least late”. Other shares: Ada Amani 50%.',
    ),
  ).toBeTruthy()
  expect(await rowsOf('Doctors in the simulation')).toEqual([
    ['Dr Evening', '00 min', '00 min', '71 h 05', '1 h 00'],
    ['Deleted doctorCannot be assigned', '4001 d 16 h', '00 min', '00 min', '0 min'],
    ['Ada Amani', '101 h 00', '111 h 06', '426 min', '1 h 06'],
  ])
  expect((await rowsOf('Late studies')).at(-1)).toEqual(['With the changes, in the model', '1', '<1%'])
  expect((await part('Evenness')).textContent).toMatch(/AutomaticEven1\.00ChangedEven0\.97/)
})

test('changes of doctors, rules and shares are sent with the simulation', async () => {
  const sent = open({ simulations: [] })
  fireEvent.click(await screen.findByText('Compare with other doctors or rules'))
  await screen.findAllByText('Ada Amani', { selector: 'option' })
  fireEvent.change(screen.getByLabelText('Works and reads like'), { target: { value: ada } })
  fireEvent.change(screen.getByLabelText('Name of the other doctor'), { target: { value: 'Dr Evening' } })
  fireEvent.click(screen.getByText('Reads it in time, or is the least late'))
  fireEvent.click(screen.getByText('Change a share'))
  fireEvent.change(screen.getByLabelText('Doctor of share 1'), { target: { value: ada } })
  fireEvent.change(screen.getByLabelText('Percent of share 1'), { target: { value: '50' } })
  fireEvent.click(screen.getByRole('button', { name: 'Start simulation' }))
  await screen.findByRole('progressbar', { name: 'Simulation' })
  expect(sent).toEqual([{ days: 30, labId: null, changes }])
})
