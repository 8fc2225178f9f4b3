import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type {
  AssignmentProposal,
  LabDealing,
  LeftStudy,
  StudyMove,
  UnplacedGroup,
} from '@readroom/contracts/turnaround/automatic-assignment'
import type { ExpectedTime } from '@readroom/contracts/turnaround/reading-times'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import AssignmentPage from './assignment-page.tsx'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const harbor: LabDealing = {
  labId: id(90),
  name: 'Harbor',
  mode: 'off',
  groupId: null,
  proposesMoves: false,
  version: 0,
  waiting: 3,
}
const proposal = (number: number): AssignmentProposal => ({
  studyId: id(number),
  labName: 'Harbor',
  patientName: `Patient ${number}`,
  accessionNumber: null,
  description: 'CT Head',
  modalities: ['CT'],
  dueAt: '2026-11-25T12:00:00.000Z',
  doctorId: id(50),
  doctorName: 'Ada Amani',
  explanation: {
    rule: 'share',
    minutes: 6,
    deficitMinutes: 3.2,
    openStat: 0,
    eligible: 2,
    expectedAt: '2026-11-25T18:00:00.000Z',
    isAfterShift: false,
    others: [],
  },
  expected: {
    expectedAt: '2026-11-25T18:00:00.000Z',
    isLate: true,
    earliest: { doctorName: 'Ada Amani', at: '2026-11-25T18:00:00.000Z' },
  },
})

const times: ExpectedTime[] = [
  { modality: 'CT', bodyRegions: null, minutes: 7, learnt: { minutes: 7, readings: 312 }, set: null },
  { modality: 'CT', bodyRegions: ['chest', 'abdomen'], minutes: 15, learnt: { minutes: 14, readings: 40 }, set: 15 },
  { modality: 'US', bodyRegions: null, minutes: 3, learnt: null, set: null },
]

const neuro: DoctorGroup = { _id: id(70), name: 'Neuro', doctorIds: [], version: 1 }

type Shown = {
  labs: LabDealing[]
  unplaced: UnplacedGroup[]
  proposals: AssignmentProposal[]
  moves: StudyMove[]
  left: LeftStudy[]
  /** The answer to a confirmation. */
  outcome: object
}

/** Opens the page. Returns the requests that change something. */
function open(
  { labs = [harbor], unplaced = [], proposals = [], moves = [], left = [], outcome = {} }: Partial<Shown> = {},
  isDown = false,
) {
  const sent: { address: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    // The page stays without a live connection.
    if (address.endsWith('/tickets')) return new Promise(() => {})
    if (method !== 'GET') {
      sent.push({ address, body: JSON.parse(String(body)) })
      return Response.json({
        success: true,
        message: 'Automatic assignment saved',
        confirmed: proposals.length,
        moved: moves.length,
        changed: 0,
        ...outcome,
      })
    }
    if (isDown) return Response.json({ success: false, code: 'UNAVAILABLE', message: 'Unavailable' }, { status: 503 })
    if (address.endsWith('/api/admin/doctor-groups')) return Response.json({ success: true, groups: [neuro] })
    if (address.endsWith('/reading-times')) return Response.json({ success: true, times, doctors: 2 })
    if (!address.endsWith('/api/admin/assignment')) return Response.json({ success: true, open: 0 })
    return Response.json({
      success: true,
      labs,
      unplaced,
      proposals,
      proposalCount: proposals.length,
      passedOver: [],
      moves,
      left,
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <AssignmentPage />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return sent
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] })
  setClinicTimeZone('UTC')
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('each laboratory has a mode with its meaning, and a choice is sent with the version that was seen', async () => {
  const sent = open()
  const mode = await screen.findByLabelText('Mode of Harbor')
  expect(mode).toHaveProperty('value', 'off')
  expect(screen.getByText('Administrators assign each study.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '3 waiting for a doctor at Harbor' }).getAttribute('href')).toContain(
    'assignedTo=unassigned',
  )
  fireEvent.change(mode, { target: { value: 'assign' } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ address: `/api/admin/assignment/${harbor.labId}`, body: { mode: 'assign', version: 0 } })
})

test('a laboratory can be limited to a group of doctors, and keeps its mode', async () => {
  const sent = open({ labs: [{ ...harbor, mode: 'pool', version: 2 }] })
  const group = await screen.findByLabelText('Doctors of Harbor')
  expect(group).toHaveProperty('value', '')
  fireEvent.change(group, { target: { value: neuro._id } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ mode: 'pool', groupId: neuro._id, proposesMoves: false, version: 2 })
})

test('studies that no doctor fits have a count and their reasons, and lead to the worklist', async () => {
  const reasons = [
    { kind: 'modality', doctors: 2 },
    { kind: 'offShift', doctors: 1 },
  ] as const
  const of = { labId: harbor.labId, labName: 'Harbor', groupName: null }
  open({
    unplaced: [
      { ...of, reasons: [...reasons], studies: 4 },
      { ...of, reasons: [], studies: 1 },
      { ...of, groupName: 'Neuro', reasons: [{ kind: 'group', doctors: 3 }], studies: 1 },
    ],
  })
  const section = await screen.findByRole('region', { name: 'No doctor found: 6 studies' })
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '4 studiesHarbor2 doctors do not read the modality, 1 doctor is not on shift',
    '1 studyHarborNo doctor can be assigned',
    '1 studyHarborOnly group Neuro3 doctors are not in the group of the laboratory (Neuro)',
  ])
  expect(within(section).getAllByRole('link')[0]?.getAttribute('href')).toContain(`location=${harbor.labId}`)
})

test('one proposal or all are confirmed, each with the doctor who was shown', async () => {
  const sent = open({ proposals: [proposal(1), proposal(2)] })
  const why = 'Their turn: 3.2 min below their share of work; 2 doctors could read it'
  expect((await screen.findAllByText(why)).length).toBe(2)
  expect(screen.getAllByText('Expected by Wed 25 Nov 18:00, which is late. Nobody reads it earlier').length).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Confirm Ada Amani for Patient 2' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ proposals: [{ studyId: id(2), doctorId: id(50) }] })
  const all = screen.getByRole('button', { name: 'Confirm all 2' })
  await waitFor(() => expect(all).toHaveProperty('disabled', false))
  fireEvent.click(all)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual({ proposals: [1, 2].map((number) => ({ studyId: id(number), doctorId: id(50) })) })
})

test('without laboratories, and without an answer, the page says so', async () => {
  open({ labs: [] })
  expect(await screen.findByText('No laboratories registered.')).toBeTruthy()
  expect(screen.getByText('No study waits because no doctor fits.')).toBeTruthy()
  cleanup()
  open({}, true)
  expect((await screen.findByRole('alert')).textContent).toBe('Automatic assignment could not be loaded.')
})

test('the unopened studies of a doctor who leaves are moved together, and a laboratory can ask for that', async () => {
  const move = (number: number, to: string): StudyMove => ({
    studyId: id(number),
    labName: 'Harbor',
    dueAt: null,
    from: { doctorId: id(50), doctorName: 'Ada Amani', leavesAt: '2026-11-25T18:00:00.000Z' },
    to: { doctorId: id(to === 'Bo Lind' ? 51 : 52), doctorName: to },
    because: 'offShift',
  })
  const moves = [move(1, 'Bo Lind'), move(2, 'Bo Lind'), move(3, 'Cy Ott')]
  const sent = open({ labs: [{ ...harbor, mode: 'assign' }], moves })
  expect(await screen.findByText('2 to Bo Lind, 1 to Cy Ott')).toBeTruthy()
  expect(screen.getByText(/^Leaves at /)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move 3 studies of Ada Amani' }))
  const body = { moves: moves.map(({ studyId, from, to }) => ({ studyId, from: from.doctorId, to: to.doctorId })) }
  await waitFor(() => expect(sent).toMatchObject([{ address: '/api/admin/assignment/moves', body }]))
  fireEvent.click(screen.getByLabelText('Ask before unopened studies go to another doctor'))
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ mode: 'assign', proposesMoves: true }))
})

test('expected minutes say where they come from, can be set for studies of some regions, and be given back to what was learnt', async () => {
  const sent = open()
  const table = await screen.findByRole('table', { name: 'Expected minutes' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    '7 min, from 312 readings',
    '14 min, from 40 readings',
    '3 min, from the start',
  ])
  expect(screen.getByText(/^For 2 doctors the minutes of their own readings count/)).toBeTruthy()
  const field = screen.getByLabelText('Minutes of CT Chest, Abdomen')
  expect(field).toHaveProperty('value', '15')
  fireEvent.change(field, { target: { value: '20' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    address: '/api/admin/assignment/reading-times',
    body: { modality: 'CT', bodyRegions: ['chest', 'abdomen'], minutes: 20 },
  })
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent[1]?.body).toEqual({ modality: 'CT', bodyRegions: ['chest', 'abdomen'], minutes: null }))
})

test('a study that waits for an administrator says why, and can be left to automatic assignment if one decided by hand', async () => {
  const sent = open({
    left: [
      { ...proposal(8), why: 'manual' },
      { ...proposal(9), why: 'laboratory' },
    ],
  })
  const list = await screen.findByRole('list', { name: 'Studies that wait for an administrator' })
  expect(list.textContent).toContain('An administrator unassigned it')
  expect(list.textContent).toContain('Two laboratories claim it: choose one')
  fireEvent.click(within(list).getByRole('button', { name: /^Let automatic assignment choose/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ address: '/api/admin/assignment/release', body: { studyId: id(8) } })
})

test('a confirmation says what became of each proposal that was not right any more', async () => {
  const shown = vi.spyOn(notify, 'success').mockReturnValue('')
  open({ proposals: [proposal(1)], outcome: { confirmed: 6, changed: 4, renewed: 1, unplaced: 1 } })
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm 1 proposal' }))
  await waitFor(() => expect(shown).toHaveBeenCalled())
  expect(shown.mock.calls[0]?.[0]).toBe(
    '6 studies assigned. 1 proposal has changed: please look again. No doctor fits 1 study any more. ' +
      '2 studies need no proposal any more: assigned, paused or changed meanwhile',
  )
  shown.mockRestore()
})
