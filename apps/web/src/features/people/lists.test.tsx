import type { ListStats, Pagination } from '@readroom/contracts/core/pagination'
import type { DoctorProfile } from '@readroom/contracts/people/doctors'
import type { Lab } from '@readroom/contracts/people/labs'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../lib/notify.tsx'
import { signInEachTest } from '../../lib/session/session.fixture.ts'
import DoctorsPage from './doctors/doctors-page.tsx'
import LabsPage from './labs/labs-page.tsx'

signInEachTest()

const _id = '01890000-0000-7000-8000-000000000021'
const lab: Lab = {
  _id,
  name: 'Northgate',
  identifier: 'NORTH',
  contactPerson: null,
  contactEmail: null,
  contactPhone: null,
  address: { street: '', city: '', state: '', zipCode: '', country: '' },
  isActive: true,
  notes: null,
  totalStudies: 0,
  totalStaff: 0,
  activeStaff: 0,
}
const doctor: DoctorProfile = {
  _id,
  userAccount: { _id, fullName: 'Vera Quist', email: 'vera@readroom.example', username: 'vera', isActive: true },
  specialization: 'Neuroradiology',
  licenseNumber: 'GMC-8',
  department: null,
  qualifications: [],
  yearsOfExperience: null,
  contactPhoneOffice: null,
  biography: null,
  languages: [],
  availableDays: [],
  readsLabIds: null,
  readsModalities: null,
  readsBodyRegions: null,
  openMinutesLimit: null,
  workShare: 100,
  licenseExpiresOn: null,
  isActiveProfile: true,
  hasSignature: false,
  familyName: '',
  givenName: '',
  middleName: '',
  namePrefix: '',
  nameSuffix: '',
  version: 1,
}
const stats: ListStats = { total: 1, active: 1, inactive: 0 }
const pagination: Pagination = {
  currentPage: 1,
  totalPages: 1,
  totalRecords: 1,
  limit: 10,
  hasNextPage: false,
  hasPrevPage: false,
}
const listOf = (...data: object[]) => Response.json({ success: true, data, pagination, stats })
const broken = () => Response.json({}, { status: 500 })

/** Responds to a request for a list. Every other request fails without a message. */
let list: (address: string) => Response | Promise<Response>

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'scrollTo')
})
beforeEach(() => {
  // The test's page cannot scroll.
  Element.prototype.scrollTo = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', async (address: string) => (address.includes('/list') ? list(address) : broken()))
})

function show(Page: ComponentType): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Page />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const rowOf = async (name: string) => within(await screen.findByRole('row', { name }))

const pages = [
  { Page: LabsPage, one: 'lab', name: lab.name, row: lab, ways: ['View', 'Edit'] },
  { Page: DoctorsPage, one: 'doctor', name: doctor.userAccount.fullName, row: doctor, ways: ['Edit'] },
]

test.each(pages)('says that the list of each $one failed to load, and loads it on request', async ({ Page, one, name, row }) => {
  list = broken
  show(Page)
  await screen.findByText(`Failed to fetch ${one}s`)
  list = () => listOf(row)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await rowOf(name)
})

test.each(pages.flatMap((page) => page.ways.map((way) => ({ ...page, way }))))(
  'says that the details of a $one failed to load for "$way", and closes the dialog',
  async ({ Page, one, name, row, way }) => {
    list = () => listOf(row)
    show(Page)
    fireEvent.click((await rowOf(name)).getByRole('button', { name: way }))
    await screen.findByText(`Failed to fetch ${one} details`)
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test.each(pages)('says that a $one could not be deleted, and keeps the question open', async ({ Page, one, name, row }) => {
  list = () => listOf(row)
  show(Page)
  fireEvent.click((await rowOf(name)).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByText(`Failed to delete ${one}`)
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
})

test('a list of several pages shows as many records on each as the user chooses', async () => {
  const asked: string[] = []
  list = (address) => {
    const limit = Number(new URL(address, 'http://here').searchParams.get('limit'))
    asked.push(String(limit))
    const pages = { ...pagination, totalRecords: 30, limit, totalPages: Math.ceil(30 / limit) }
    return Response.json({ success: true, data: [lab], pagination: pages, stats })
  }
  show(LabsPage)
  const size = await screen.findByLabelText('Records per page')
  expect(
    within(size)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '25', '50', '100'])
  screen.getByRole('navigation', { name: 'Pages' })
  fireEvent.change(size, { target: { value: '50' } })
  await screen.findByText('Showing 1 to 30 of 30 results')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(asked).toEqual(['10', '50'])
})

test('an answer that comes late does not replace a newer one', async () => {
  const asked: string[] = []
  let answerLate = () => {}
  list = (address) => {
    asked.push(new URL(address, 'http://here').searchParams.get('search') ?? '')
    if (asked.at(-1) !== 'zzz') return listOf({ ...lab, name: asked.at(-1) === 'north' ? 'Newer' : 'First' })
    return new Promise((resolve) => {
      answerLate = () => resolve(listOf({ ...lab, name: 'Late' }))
    })
  }
  show(LabsPage)
  await rowOf('First')
  const search = screen.getByPlaceholderText('Search labs by name, identifier, email...')
  fireEvent.change(search, { target: { value: 'zzz' } })
  await eventually(() => expect(asked).toContain('zzz'))
  fireEvent.change(search, { target: { value: 'north' } })
  await rowOf('Newer')
  await act(async () => answerLate())
  await rowOf('Newer')
  expect(screen.queryByRole('row', { name: 'Late' })).toBeNull()
})
