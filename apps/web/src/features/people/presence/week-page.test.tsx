import type { DoctorWeek } from '@readroom/contracts/people/presence'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { at, makeDoctorWeek, weekOfDays } from './week.fixture.ts'
import WeekPage from './week-page.tsx'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const doctor = (number: number, fullName: string, facts?: Partial<DoctorWeek>) => makeDoctorWeek(id(number), fullName, facts)

/** Opens the page. The server has these doctors. Returns the addresses that were asked. */
function open(doctors: DoctorWeek[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return address.includes('/locations')
      ? Response.json({ success: true, locations: [{ value: id(90), label: 'Harbor', code: 'HARBOR' }] })
      : Response.json({ success: true, week: { days: weekOfDays, doctors } })
  })
  window.history.replaceState(null, '', '/admin/week')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <WeekPage />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return asked
}
const dayOf = (name: string) => screen.findByRole('region', { name })

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

test('each day says who is on, who is away, and when nobody is on for a modality', async () => {
  open([
    doctor(1, 'Ada Amani', { on: [{ from: at(23, 22), to: at(24, 6) }], away: [{ from: '2026-11-26', to: '2026-11-27' }] }),
    doctor(2, 'Bo Lind', { readsModalities: ['CT'], on: [{ from: at(24, 6), to: at(25, 0) }] }),
    doctor(3, 'Cy Quist', { hasShifts: false, availableDays: ['Monday', 'Friday'] }),
  ])
  const tuesday = await dayOf('24 November 2026')
  expect(tuesday.textContent).toContain('A doctor is always on duty')
  expect(
    within(tuesday)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['00:00–06:00Ada Amani', '06:00–24:00Bo Lind'])
  expect((await dayOf('23 November 2026')).textContent).toContain('No doctor on duty 00:00–22:00')
  expect((await dayOf('25 November 2026')).textContent).toContain('No doctor on duty all day')
  expect((await dayOf('26 November 2026')).textContent).toContain('Away: Ada Amani')
  expect((await dayOf('Without shifts')).textContent).toContain('Cy QuistMon, Fri')
  fireEvent.change(screen.getByLabelText('Modality'), { target: { value: 'MR' } })
  expect((await dayOf('24 November 2026')).textContent).toContain('No doctor on duty 06:00–24:00')
})

test('without any shifts the page leads to the doctors', async () => {
  open([])
  expect(await screen.findByText('No shifts yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enter shifts' }).getAttribute('href')).toBe('/admin/doctors')
  expect(screen.queryByText('No doctor on duty all day')).toBeNull()
})

test('the next week is asked for, and none before the present one', async () => {
  const asked = open([doctor(1, 'Ada Amani')])
  await dayOf('23 November 2026')
  expect(screen.getByRole('button', { name: 'Previous week' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Next week' }))
  await vi.waitFor(() => expect(asked.at(-1)).toContain('day=2026-11-30'))
})

test('a laboratory and a modality that are chosen before the page is drawn again both count', async () => {
  open([doctor(1, 'Ada Amani')])
  await screen.findByRole('option', { name: 'Harbor' })
  act(() => {
    fireEvent.change(screen.getByLabelText('Laboratory'), { target: { value: id(90) } })
    fireEvent.change(screen.getByLabelText('Modality'), { target: { value: 'MR' } })
  })
  expect(window.location.search).toBe(`?lab=${id(90)}&modality=MR`)
})
