import type { Forecast } from '@readroom/contracts/turnaround/workload'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { doctorId, makeRow } from '../../../lib/studies/study.fixture.ts'
import { ForecastSection } from './forecast-section.tsx'

signInEachTest()

const noon = Date.parse('2026-11-25T12:00:00Z')
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString()
const harbor = doctorId(50)
const hours = Array.from({ length: 24 }, (_, hour) => at(hour))
const quiet = hours.map(() => ({ expected: 0, open: 0, late: 0 }))
const gap: Forecast['gaps'][number] = {
  labId: harbor,
  work: [{ modalities: ['MR'], bodyRegions: null }],
  hasReaders: true,
  from: at(6),
  to: at(19),
  open: 3,
  expected: 5,
  due: 2,
}
const lab: Forecast['labs'][number] = {
  labId: harbor,
  name: 'Harbor',
  late: 0,
  lateFrom: at(9.25),
  hours: quiet.map((hour, place) => (place === 9 ? { expected: 1, open: 4, late: 2 } : hour)),
}
const forecast: Forecast = {
  hours,
  urgent: [],
  gaps: [gap],
  labs: [lab],
  readers: [{ doctorId: doctorId(1), fullName: 'Ada Amani', readsLabIds: [harbor], on: [{ from: at(0), to: at(6) }] }],
}

function open(answer: Forecast) {
  vi.stubGlobal('fetch', async (address: string) => {
    const study = { ...makeRow(7, 'assigned_to_doctor'), _id: doctorId(7) }
    if (address.includes(`/api/studies/${study._id}`)) return Response.json({ success: true, study })
    const lists = { doctors: [], suggestions: [], groups: [] }
    return Response.json({ success: true, forecast: answer, ...lists })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <ForecastSection />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}
const sentences = async () =>
  within(await screen.findByRole('list', { name: 'To look at' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  vi.useFakeTimers({ now: noon + 60_000, toFake: ['Date'] })
  setClinicTimeZone('UTC')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('sentences say first when nobody reads and from when studies are late, with the week of the gap', async () => {
  open(forecast)
  expect(await sentences()).toEqual([
    'Nobody reads MR of Harbor from 18:00 to 07:00. 3 open when it begins, 5 more expected, 2 due before it ends. Open the week',
    '2 studies of Harbor become late from 21:15.',
  ])
  const link = screen.getByRole('link', { name: /Open the week/ })
  expect(link.getAttribute('href')).toBe(`/admin/week?lab=${harbor}&modality=MR`)
})

test.each<[Partial<Forecast['gaps'][number]>, string]>([
  [{ from: at(0), to: at(19) }, 'Nobody reads MR of Harbor until 07:00.'],
  [{ from: at(6), to: at(70) }, 'Nobody reads MR of Harbor from 18:00 to Sat 28 Nov 10:00.'],
  [{ from: at(6), to: null }, 'Nobody reads MR of Harbor from 18:00, and no shift begins within three days.'],
  [{ hasReaders: false }, 'No doctor reads MR of Harbor.'],
  [{ work: null }, 'Nobody reads for Harbor from 18:00 to 07:00.'],
  [
    {
      work: [
        { modalities: ['CT', 'PT'], bodyRegions: null },
        { modalities: ['MR'], bodyRegions: ['head', 'neck'] },
      ],
    },
    'Nobody reads CT+PT and MR (head, neck) of Harbor from 18:00 to 07:00.',
  ],
])('a gap of %j is a sentence', async (facts, words) => {
  open({ ...forecast, gaps: [{ ...gap, ...facts }] })
  expect((await sentences())[0]).toContain(words)
})

test('the grid says of each hour what is open and late and who is on, and the list shows the hours that need somebody', async () => {
  open(forecast)
  const row = within(await screen.findByRole('table')).getByRole('row', { name: /Harbor/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells[0]?.textContent).toContain('0 open at the end, 0 become late, 1 doctor on')
  expect(cells[0]?.getAttribute('data-tip')).toContain('Ada Amani')
  expect(cells[9]?.textContent).toContain('1 expected, 4 open at the end, 2 become late, nobody on')
  expect(screen.getByRole('list', { name: /^Laboratories/ }).textContent).toContain('Hours to look at (1)21:00')
})

test('a day without anything to look at says so, and so does one without studies', async () => {
  open({ ...forecast, gaps: [], labs: [{ ...lab, lateFrom: null, hours: quiet }] })
  expect(await screen.findAllByText('Every open and expected study is read in time.')).toHaveLength(2)
  cleanup()
  open({ ...forecast, gaps: [], labs: [{ ...lab, late: 1, lateFrom: null, hours: quiet }] })
  expect(await screen.findAllByText('Some studies are late already. All others are read in time.')).toHaveLength(2)
  cleanup()
  open({ ...forecast, gaps: [], labs: [] })
  expect(await screen.findByText(/^No study is open, and none is expected/)).toBeTruthy()
})

test('emergencies that are expected late come first, with the earliest time and the way to assign them', async () => {
  const study = {
    studyId: doctorId(7),
    labName: 'Harbor',
    patientName: 'Doe, Jane',
    accessionNumber: 'A-1',
    description: 'CT Head',
    modalities: ['CT'],
    dueAt: at(1),
  }
  open({
    ...forecast,
    urgent: [{ ...study, expected: { expectedAt: at(3), isLate: true, earliest: { doctorName: 'Bo Lind', at: at(2) } } }],
  })
  const region = await screen.findByRole('region', { name: 'Emergencies and stat studies expected late' })
  expect(region.textContent).toContain(
    'Expected by Wed 25 Nov 15:00, which is late. The earliest is Bo Lind, by Wed 25 Nov 14:00',
  )
  const address = window.location.href
  fireEvent.click(within(region).getByRole('button', { name: 'Assign Doe, Jane' }))
  expect(await screen.findByRole('dialog', { name: 'Assign Study' })).toBeTruthy()
  expect(window.location.href).toBe(address)
})
