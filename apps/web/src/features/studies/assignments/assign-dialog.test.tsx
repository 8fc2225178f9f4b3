import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { Suggestion } from '@readroom/contracts/studies/suggestions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { doctorId, makeRow } from '../../../lib/studies/study.fixture.ts'
import AssignDialog from './assign-dialog.tsx'

const names = ['Ada Amani', 'Bo Lind', 'Cy Quist']
const doctors = names.map((fullName, place) => {
  const [firstName = '', lastName = ''] = fullName.split(' ')
  const account = { email: `${lastName}@readroom.example`, specialization: null, isLoggedIn: false, openStudies: 0 }
  return { _id: doctorId(place + 1), firstName, lastName, fullName, ...account }
})
/** Everybody but Bo Lind. */
const neuro: DoctorGroup = { _id: doctorId(9), name: 'Neuro', doctorIds: [doctorId(1), doctorId(3)], version: 1 }
const suggestion = (number: number, told: Partial<Suggestion> = {}): Suggestion => ({
  doctorId: doctorId(number),
  obstacles: [],
  onUntil: null,
  continuity: null,
  openStudies: 0,
  openMinutes: 0,
  proposedMinutes: 0,
  openEmergencies: 0,
  lateStudies: 0,
  expectedAt: '2026-11-25T14:20:00.000Z',
  isLate: false,
  ...told,
})

/** Everything that speaks against a doctor. */
const hindered: Suggestion['obstacles'] = [
  { kind: 'laboratory', names: ['Harbor', 'Northgate'] },
  { kind: 'modality', modalities: ['MG'] },
  { kind: 'bodyRegion', regions: ['chest', 'upperExtremity'] },
  { kind: 'license', expiredOn: '2026-11-03' },
  { kind: 'absent', until: '2026-11-27' },
  { kind: 'offShift', from: '2026-11-25T14:00:00.000Z' },
  { kind: 'offShift', from: '2026-11-26T08:00:00.000Z' },
  { kind: 'offShift', from: null },
  { kind: 'day' },
  { kind: 'limit', minutes: 90 },
  { kind: 'declined' },
  { kind: 'group' },
]

/** Opens the dialog for one study. `suggestions` is null if the server can't answer. */
async function open(suggestions: Suggestion[] | null, studies = [makeRow(1, 'pending_assignment')]) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/doctor-groups')) return Response.json({ success: true, groups: [neuro] })
    if (!address.includes('/suggestions')) return Response.json({ success: true, doctors })
    return suggestions ? Response.json({ success: true, suggestions }) : Response.json({}, { status: 400 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <AssignDialog studies={studies} onDone={() => {}} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const rows = await screen.findAllByRole('checkbox')
  return rows.map((row) => row.closest('li') ?? expect.fail('no row'))
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] })
  setClinicTimeZone('UTC')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('doctors are in the suggested order with reasons, and Enter chooses the first who can have the study', async () => {
  const work = {
    onUntil: '2026-11-25T18:00:00.000Z',
    openStudies: 3,
    openMinutes: 75,
    proposedMinutes: 20,
    openEmergencies: 1,
    lateStudies: 2,
    isLate: true,
  }
  const rows = await open([
    suggestion(3, { obstacles: hindered }),
    suggestion(2, { continuity: 'prior', ...work }),
    suggestion(1, { onUntil: '2026-11-26T00:00:00.000Z' }),
  ])
  expect(rows.map((row) => names.find((name) => row.textContent?.includes(name)))).toEqual(['Cy Quist', 'Bo Lind', 'Ada Amani'])
  const reasons = [
    'Does not read for Harbor or Northgate',
    'Does not read MG',
    'Does not read chest or upper extremity',
    'License expired on 3 November 2026',
    'Limit of open work reached (1h 30m)',
    'Gave it back',
    'Not in the group of the laboratory',
  ]
  expect(rows[0]?.textContent).toContain('Absent until 27 November')
  expect(rows[0]?.textContent).toContain(`${reasons.join(' · ')} · No open work`)
  expect(rows[1]?.textContent).toContain(
    'On until 18:00 · Reported the last prior · About 1h 15m of open work · About 20m proposed · 1 open emergency · 2 late · Reads it late, by about 14:20',
  )
  expect(rows[2]?.textContent).toContain('On until midnight · No open work')
  const best = within(rows[1] ?? expect.fail('no row')).getByRole('checkbox')
  fireEvent.keyDown(screen.getByLabelText('Filter doctors'), { key: 'Enter' })
  expect(best).toHaveProperty('checked', true)
  expect(screen.getAllByRole('checkbox', { checked: true })).toEqual([best])
})

test('a study that nobody reads in time says so, with the earliest doctor and time', async () => {
  const late = { isLate: true, expectedAt: '2026-11-25T15:40:00.000Z' }
  const away = suggestion(2, { isLate: true, obstacles: [{ kind: 'offShift', from: '2026-11-25T14:00:00.000Z' }] })
  const foreign = suggestion(3, { obstacles: [{ kind: 'modality', modalities: ['MG'] }] })
  await open([suggestion(1, late), away, foreign])
  expect(screen.getByText('Nobody reads this study before it is due. The earliest is Bo Lind, by about 14:20.')).toBeTruthy()
  cleanup()
  await open([suggestion(1, late), suggestion(2)])
  expect(screen.queryByText(/^Nobody reads this study/)).toBeNull()
})

test('says when the study is due, and of a late one that it is late and who reads it first', async () => {
  const study = { ...makeRow(1, 'pending_assignment'), reportedDate: null }
  await open([suggestion(1)], [{ ...study, dueAt: '2026-11-25T13:30:00.000Z' }])
  expect(screen.getByText('Due 25/11/2026 13:30')).toBeTruthy()
  cleanup()
  await open([suggestion(1, { isLate: true })], [{ ...study, dueAt: '2026-11-25T10:00:00.000Z' }])
  expect(screen.getByText('This study is late. The earliest is Ada Amani, by about 14:20.')).toBeTruthy()
})

test('says of several studies when the first is due, and that reasons are of one or all of them', async () => {
  const due = (number: number, dueAt: string) => ({ ...makeRow(number, 'pending_assignment'), reportedDate: null, dueAt })
  const studies = [due(1, '2026-11-25T19:00:00.000Z'), due(2, '2026-11-25T13:30:00.000Z')]
  const rows = await open([suggestion(1, { continuity: 'prior' })], studies)
  expect(screen.getByText('The first is due 25/11/2026 13:30')).toBeTruthy()
  expect(rows[0]?.textContent).toContain(
    'Reported the last prior of one of them · No open work · Reads all of them by about 14:20',
  )
})

test('a group leaves out other doctors, and Enter chooses its first who can have the study', async () => {
  await open([suggestion(2), suggestion(3, { obstacles: hindered }), suggestion(1)])
  fireEvent.change(await screen.findByLabelText('Group'), { target: { value: neuro._id } })
  const rows = screen.getAllByRole('checkbox').map((row) => row.closest('li')?.textContent)
  expect(rows.map((row) => names.find((name) => row?.includes(name)))).toEqual(['Cy Quist', 'Ada Amani'])
  fireEvent.keyDown(screen.getByLabelText('Filter doctors'), { key: 'Enter' })
  expect(screen.getByRole('checkbox', { checked: true }).closest('li')?.textContent).toContain('Ada Amani')
})

test('without suggestions the doctors are in the order of their names, and Enter chooses nobody', async () => {
  const rows = await open(null)
  expect(rows.map((row) => names.find((name) => row.textContent?.includes(name)))).toEqual(names)
  fireEvent.keyDown(screen.getByLabelText('Filter doctors'), { key: 'Enter' })
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
})
