import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import MarksDialog from './marks-dialog.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

/** Shows the dialog, and a button that brings a later state of the row, as live messages do. */
function show(row: WorklistRow, onClose: () => void, later = row) {
  const props = { role: 'lab_staff', onClose } as const
  function Shown() {
    const [present, setPresent] = useState(row)
    return (
      <>
        <button type="button" onClick={() => setPresent(later)}>
          Somebody else
        </button>
        <MarksDialog {...props} row={present} />
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Shown /> }])} />
    </QueryClientProvider>,
  )
}

test('leaves marks alone that somebody else has set while the dialog was open', async () => {
  const row = makeRow(1)
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(new URL(url, 'http://localhost').pathname)
    return Response.json({ success: true, study: row })
  })
  const onClose = vi.fn()
  show(row, onClose, { ...row, caseFlags: ['billedStudy'] })
  fireEvent.click(screen.getByText('Somebody else'))
  fireEvent.click(screen.getByLabelText('Meet referral doctor'))
  fireEvent.click(screen.getByRole('button', { name: 'Save marks' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([`/api/studies/${row._id}/marks/meetReferralDoctor`])
})

test('sends each mark that was changed, with its note, and in no other form', async () => {
  const row = { ...makeRow(1), caseFlags: ['billedStudy' as const] }
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push([new URL(url, 'http://localhost').pathname, typeof body === 'string' ? JSON.parse(body) : undefined])
    return Response.json({ success: true, study: row })
  })
  const onClose = vi.fn()
  show(row, onClose)
  expect(screen.queryByLabelText('Note: Study Exception')).toBeNull()
  fireEvent.click(screen.getByLabelText('Study Exception'))
  fireEvent.change(screen.getByLabelText('Note: Study Exception'), { target: { value: 'Both knees' } })
  fireEvent.click(screen.getByLabelText('Billed Study'))
  expect(document.querySelectorAll('form form')).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Save marks' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const path = `/api/studies/${row._id}/marks`
  expect(sent).toEqual([
    [`${path}/studyException`, { isSet: true, note: 'Both knees' }],
    [`${path}/billedStudy`, { isSet: false, note: '' }],
  ])
})
