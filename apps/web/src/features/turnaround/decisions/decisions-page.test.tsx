import type { Doctor } from '@readroom/contracts/people/doctors'
import type { AssignmentDecision } from '@readroom/contracts/turnaround/assignment-decisions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import DecisionsPage from './decisions-page.tsx'

signInEachTest()

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const facts = {
  at: '2026-11-25T12:00:00.000Z',
  studyId: id(1),
  labName: 'Harbor',
  patientName: 'Doe, Jane',
  accessionNumber: 'D-1',
  description: 'MR Head',
  modalities: ['MR'],
  dueAt: null,
}
const explanation = {
  rule: 'due',
  minutes: 8,
  deficitMinutes: 0,
  openStat: 0,
  eligible: 2,
  expectedAt: null,
  isAfterShift: false,
  others: [
    { doctorId: id(51), why: 'shift' },
    { doctorId: id(52), why: 'modality' },
  ],
} as const
const decisions: AssignmentDecision[] = [
  {
    ...facts,
    _id: id(2),
    confirmedBy: 'Cy Quist',
    decision: { kind: 'chosen', by: 'assign', explanation: { ...explanation, others: [...explanation.others] } },
    doctorId: id(50),
    outcome: 'reportedLate',
    outcomeAt: '2026-11-25T14:00:00.000Z',
  },
  {
    ...facts,
    _id: id(3),
    confirmedBy: null,
    decision: { kind: 'unplaced', reasons: [{ kind: 'offShift', doctors: 2 }] },
    doctorId: null,
    outcome: null,
    outcomeAt: null,
  },
]
const doctorNames = { [id(50)]: 'Ada Amani', [id(51)]: 'Bo Lind' }

const ada: Doctor = {
  _id: id(50),
  firstName: 'Ada',
  lastName: 'Amani',
  fullName: 'Ada Amani',
  email: 'ada@readroom.example',
  specialization: null,
  isLoggedIn: false,
  openStudies: 0,
}

let asked: string[] = []
beforeEach(() => {
  asked = []
  window.history.replaceState(null, '', '/admin/assignment/decisions')
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/doctors')) return Response.json({ success: true, doctors: [ada] })
    if (address.endsWith('/locations')) return Response.json({ success: true, locations: [] })
    asked.push(address)
    return Response.json({ success: true, decisions, doctorNames, next: null })
  })
})

test('each decision says for whom and why, why not for others, and what came of it', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <DecisionsPage />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/Automatic: Reads it in time, or is the least late; 2 doctors could read it/)).toBeTruthy()
  expect(screen.getByText(/^Reported late, /)).toBeTruthy()
  expect(screen.getByText('Cy Quist').closest('p')?.textContent).toMatch(/^Confirmed by Cy Quist, \d/)
  expect(screen.getByText('Bo Lind: their shift ends before they would read it')).toBeTruthy()
  expect(screen.getByText('A deleted doctor: does not read the modality')).toBeTruthy()
  expect(screen.getByText('2 doctors are not on shift')).toBeTruthy()
  await screen.findByRole('option', { name: 'Ada Amani' })
  fireEvent.change(screen.getByLabelText('Doctor'), { target: { value: id(50) } })
  await waitFor(() => expect(asked.at(-1)).toContain(`doctor=${id(50)}`))
})
