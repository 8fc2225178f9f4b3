import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import CriticalDialog from './critical-dialog.tsx'

const row = makeRow(1)

/** The dialog of a doctor, where marking tells the laboratory so many times. */
function open(times: number) {
  const result = {
    ...{ id: makeRow(2)._id, studyId: row._id, category: 1, finding: 'Tension pneumothorax', markedBy: 'Dr Ines Carvalho' },
    ...{ foundAt: '2026-01-01T10:00:00.000Z', dueAt: '2026-01-01T11:00:00.000Z', acknowledged: null, told: [] },
    notified: { times, lastAt: null },
  }
  const results: unknown[] = []
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'POST') return Response.json({ success: true, results })
    results.push(result)
    return Response.json({ success: true, result })
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <CriticalDialog {...{ row, role: 'doctor_account' }} onClose={() => {}} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test.each([
  [
    0,
    'Critical result marked. Nobody of the laboratory can be told by mail: please telephone.',
    'the laboratory has not been told yet.',
  ],
  [1, 'Critical result marked, the laboratory is being told', 'the laboratory was told once.'],
])('told %i times: that is what whoever marks it is told', async (times, toasted, listed) => {
  open(times)
  await screen.findByText('No critical result of this study.')
  fireEvent.change(screen.getByRole('textbox', { name: /Finding/ }), { target: { value: 'Tension pneumothorax' } })
  fireEvent.click(screen.getByRole('button', { name: 'Mark and tell' }))
  expect(await screen.findByText(`Not acknowledged yet; ${listed}`)).toBeTruthy()
  expect(toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))).toEqual([toasted])
})
