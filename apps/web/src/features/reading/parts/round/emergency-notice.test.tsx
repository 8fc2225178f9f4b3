import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../../lib/session/session.ts'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import { EmergencyNotice } from './emergency-notice.tsx'
import { emergenciesOptions, useArrivedEmergencies } from './use-arrived-emergencies.ts'

let assigned: WorklistRow[] = []
const emergency = (number: number): WorklistRow => ({
  ...makeRow(number, 'assigned_to_doctor'),
  caseType: 'emergency',
  patientName: `Trauma ${number}`,
})

beforeEach(() => {
  assigned = []
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: assigned, totalRecords: assigned.length, isCapped: false, nextCursor: null }),
  )
  sessionStore.start({ ...someUser, role: 'doctor_account' }, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

function Desk({ studyId, onRead }: { studyId: string; onRead: (studyId: string) => void }) {
  const { arrived, putOff } = useArrivedEmergencies(studyId)
  return (
    <>
      <textarea aria-label="Report" />
      <EmergencyNotice arrived={arrived} onRead={onRead} onPutOff={putOff} />
    </>
  )
}

async function sit() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const onRead = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <Desk studyId={makeRow(1)._id} onRead={onRead} />
    </QueryClientProvider>,
  )
  const hear = (rows: WorklistRow[]) =>
    act(async () => {
      assigned = rows
      await client.invalidateQueries({ queryKey: emergenciesOptions().queryKey })
    })
  await waitFor(() => expect(client.getQueryData(emergenciesOptions().queryKey)).toBeDefined())
  return { hear, onRead }
}

test('shows a newly assigned emergency with a link to its study, and leaves the focus in the report', async () => {
  assigned = [emergency(2)]
  const { hear, onRead } = await sit()
  expect(screen.queryByRole('region', { name: 'Emergency' })).toBeNull()
  const report = screen.getByLabelText('Report')
  report.focus()

  await hear([emergency(2), emergency(3)])
  expect((await screen.findByRole('alert')).textContent).toContain('Trauma 3')
  expect(document.activeElement).toBe(report)
  fireEvent.click(screen.getByRole('button', { name: /^Save and read it now/ }))
  expect(onRead).toHaveBeenCalledWith(emergency(3)._id)
})

test('a postponed emergency does not come back, but the next one is shown', async () => {
  const { hear } = await sit()
  await hear([emergency(2)])
  fireEvent.click(await screen.findByRole('button', { name: 'Later' }))
  expect(screen.queryByRole('region', { name: 'Emergency' })).toBeNull()
  await hear([emergency(2), emergency(3)])
  expect((await screen.findByRole('alert')).textContent).toContain('Trauma 3')
})

test('urgent or already reported studies interrupt nobody', async () => {
  const { hear } = await sit()
  await hear([
    { ...emergency(2), caseType: 'urgent' },
    { ...emergency(3), reportedDate: '2026-11-23T10:00:00.000Z' },
    emergency(1),
  ])
  expect(screen.queryByRole('region', { name: 'Emergency' })).toBeNull()
})
