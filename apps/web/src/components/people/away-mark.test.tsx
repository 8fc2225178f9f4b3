import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../lib/format.ts'
import { awayWords } from '../../lib/people/away.ts'
import { signInEachTest } from '../../lib/session/session.fixture.ts'
import { doctorId } from '../../lib/studies/study.fixture.ts'
import { DoctorAway } from './away-mark.tsx'

signInEachTest()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] })
  setClinicTimeZone('UTC')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  [{ kind: 'offShift', from: '2026-11-25T14:00:00Z' }, 'Off until 14:00'],
  [{ kind: 'offShift', from: '2026-11-26T07:00:00Z' }, 'Off until Thu 26 Nov 07:00'],
  [{ kind: 'offShift', from: null }, 'No shift within two weeks'],
  [{ kind: 'absent', until: '2026-12-04' }, 'Absent until 4 December'],
  [{ kind: 'absent', until: '2026-11-25' }, 'Absent today'],
  [{ kind: 'absent', until: '2027-01-04' }, 'Absent until 4 January 2027'],
  [{ kind: 'day' }, 'Not working today'],
] as const)('%j is %s', (away, words) => {
  expect(awayWords(away)).toBe(words)
})

test('a doctor who does not work now is marked, and one who works is not', async () => {
  const away = [{ doctorId: doctorId(1), reason: { kind: 'absent', until: '2026-12-04' } }]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, away }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      {[1, 2].map((number) => (
        <p key={number}>
          Doctor {number} <DoctorAway doctorId={doctorId(number)} />
        </p>
      ))}
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Absent until 4 December')).toBeTruthy()
  expect(screen.getByText(/Doctor 2/).textContent).toBe('Doctor 2 ')
})
