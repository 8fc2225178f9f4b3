import type { DeadlinePreview, DeadlineRule } from '@readroom/contracts/studies/deadline-rules'
import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import DeadlineRulesPage from './deadline-rules-page.tsx'
import { durationWords, previewWords } from './deadline-words.ts'

signInEachTest()
beforeEach(() => {
  setClinicTimeZone('Europe/Berlin')
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)
afterAll(() => setClinicTimeZone('UTC'))

const labId = '01890000-0000-7000-8000-000000000001'
const rule: DeadlineRule = {
  _id: '01890000-0000-7000-8000-000000000002',
  labId,
  labName: 'City Imaging Laboratory',
  urgency: 'URGENT',
  modality: 'CT',
  minutes: 240,
  calendarId: null,
  calendarName: null,
  readyBefore: null,
  dueBy: null,
  warningPercent: 60,
  version: 3,
}
const open = [{ from: '08:00', to: '18:00' }]
const office: OfficeCalendar = {
  _id: '01890000-0000-7000-8000-000000000003',
  name: 'Office',
  timeZone: 'Europe/Berlin',
  hours: [open, open, open, open, open, [{ from: '09:00', to: '13:00' }], []],
  holidays: ['2026-12-25'],
  version: 2,
}
/** Ready on a Wednesday at 10:05 in Berlin, and on the Friday after. */
const preview: DeadlinePreview = {
  ruleId: rule._id,
  minutes: 240,
  warningPercent: 60,
  now: { readyAt: '2026-11-25T09:05:00Z', dueAt: '2026-11-25T13:05:00Z' },
  friday: { readyAt: '2026-11-27T16:30:00Z', dueAt: '2026-11-27T20:30:00Z' },
}

const roundTheClock = { calendarId: null, readyBefore: null, dueBy: null }

const openStudies = {
  rulesVersion: 'a'.repeat(64),
  count: 150,
  changes: [
    {
      studyId: '01890000-0000-7000-8000-000000000004',
      accessionNumber: 'A-17',
      labName: 'City Imaging Laboratory',
      modalities: ['CT'],
      urgency: 'URGENT',
      before: '2026-11-25T13:05:00Z',
      after: '2026-11-26T08:00:00Z',
      warnBefore: '2026-11-25T12:05:00Z',
      warnAfter: '2026-11-26T07:00:00Z',
    },
  ],
}

type Sent = { method: string; path: string; body: unknown }

/** Shows the page over a server with one rule, which answers changes with `refusal` if there is one. Returns the changes that were sent. */
function showPage(refusal?: { code: string; message: string; status: number }) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const path = String(address)
    if (path.includes('/tat/locations'))
      return Response.json({ success: true, locations: [{ value: labId, label: 'City Imaging Laboratory', code: 'CITY' }] })
    if (path.includes('/office-calendars') && method === 'GET') return Response.json({ success: true, calendars: [office] })
    if (path.includes('/deadline-rules/changes')) return Response.json({ success: true, ...openStudies })
    if (path.includes('/preview')) return Response.json({ success: true, preview })
    if (method === 'GET') return Response.json({ success: true, rules: [rule] })
    sent.push({ method, path, body: body ? JSON.parse(String(body)) : null })
    if (refusal) return Response.json({ success: false, ...refusal }, { status: refusal.status })
    if (path.endsWith('/apply')) return Response.json({ success: true, changed: 100, remaining: sent.length === 1 ? 50 : 0 })
    return Response.json({ success: true, message: 'Deadline rule saved', _id: rule._id })
  })
  const router = createMemoryRouter([{ path: '/', element: <DeadlineRulesPage /> }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return sent
}

test('lists the rules before the defaults, and says in words when a study is due', async () => {
  showPage()
  const table = within(await screen.findByRole('table', { name: 'Rules' }))
  const names = table.getAllByRole('row').map((row) => row.getAttribute('aria-label'))
  expect(names.slice(1)).toEqual([
    'City Imaging Laboratory, Urgent, CT',
    ...['Emergency', 'Stat', 'Urgent', 'High', 'Routine'].map((urgency) => `Default, ${urgency}`),
  ])
  within(table.getByRole('row', { name: 'City Imaging Laboratory, Urgent, CT' })).getByText('4 hours')
  expect(within(table.getByRole('row', { name: 'Default, High' })).queryByRole('button')).toBeNull()
  await screen.findByText(
    'An urgent CT from City Imaging Laboratory that is ready now is due today at 14:05. One that is ready on Friday at 17:30 is due on Friday at 21:30.',
  )
  screen.getByText('Rule: City Imaging Laboratory, Urgent, CT')
})

test('a new rule is refused next to its field before it is sent, and sent with what was chosen', async () => {
  const sent = showPage()
  await screen.findByRole('table', { name: 'Rules' })
  fireEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  const minutes = dialog.getByRole('textbox', { name: /Due after/ })
  fireEvent.change(minutes, { target: { value: '0' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  await dialog.findByText('Please enter a whole number from 1 to 43,200')
  expect(minutes.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(minutes, { target: { value: '90' } })
  dialog.getByText('1 hour 30 minutes, round the clock.')
  fireEvent.change(dialog.getByRole('combobox', { name: 'Laboratory' }), { target: { value: labId } })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Urgency' }), { target: { value: 'STAT' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { labId, urgency: 'STAT', modality: null, ...roundTheClock, minutes: 90, warningPercent: 75 }
  expect(sent).toEqual([{ method: 'POST', path: '/api/admin/deadline-rules', body }])
})

test('an empty rule has an error at each of its fields, and the first has the focus', async () => {
  showPage()
  await screen.findByRole('table', { name: 'Rules' })
  fireEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /At risk after/ }), { target: { value: '' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  await dialog.findByText('Please enter a whole number from 1 to 99')
  dialog.getByText('Please enter a whole number from 1 to 43,200')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /Due after/ })))
})

test('an edit shows and changes the share of the warning, and a refusal stays in the dialog', async () => {
  const refused = 'A rule for this laboratory, urgency and modality already exists.'
  const sent = showPage({ code: 'DEADLINE_RULE_EXISTS', message: refused, status: 409 })
  fireEvent.click(await within(await screen.findByRole('table', { name: 'Rules' })).findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit rule' }))
  fireEvent.change(dialog.getByRole('combobox', { name: 'Modality' }), { target: { value: '' } })
  const share = dialog.getByRole('textbox', { name: /At risk after/ })
  expect(share).toHaveProperty('value', '60')
  fireEvent.change(share, { target: { value: '100' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  await dialog.findByText('Please enter a whole number from 1 to 99')
  expect(sent).toEqual([])
  fireEvent.change(share, { target: { value: '85' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(refused)
  const body = { labId, urgency: 'URGENT', modality: null, ...roundTheClock, minutes: 240, warningPercent: 85, version: 3 }
  expect(sent).toEqual([{ method: 'PUT', path: `/api/admin/deadline-rules/${rule._id}`, body }])
})

test('a rule is deleted after a question', async () => {
  const sent = showPage()
  fireEvent.click(await within(await screen.findByRole('table', { name: 'Rules' })).findByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete rule' }))
  question.getByText('City Imaging Laboratory, Urgent, CT')
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: `/api/admin/deadline-rules/${rule._id}` }]))
})

test('a rule with a cut-off asks for a calendar and an order of its times, and says in words what it means', async () => {
  const sent = showPage()
  const add = await screen.findByRole('button', { name: 'Add rule' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  fireEvent.click(add)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  fireEvent.change(dialog.getByRole('combobox', { name: 'Due' }), { target: { value: 'cutOff' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  const calendar = await dialog.findByRole('combobox', {
    name: 'Calendar',
    description: 'Choose a calendar for the working days',
  })
  fireEvent.change(calendar, { target: { value: office._id } })
  fireEvent.change(dialog.getByLabelText(/Due by/), { target: { value: '15:00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  await dialog.findByText('The due time must be after the cut-off')
  fireEvent.change(dialog.getByLabelText(/Due by/), { target: { value: '19:00' } })
  await dialog.findByText(
    'A study that is ready now is due today at 14:05. One that is ready on Friday at 17:30 is due on Friday at 21:30.',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Save rule' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const place = { labId: null, urgency: null, modality: null }
  const body = { ...place, minutes: null, calendarId: office._id, readyBefore: '16:00', dueBy: '19:00', warningPercent: 75 }
  expect(sent).toEqual([{ method: 'POST', path: '/api/admin/deadline-rules', body }])
})

test('a calendar shows its week, and refuses hours and holidays next to their fields', async () => {
  const sent = showPage()
  const row = within(within(await screen.findByRole('table', { name: 'Calendars' })).getByRole('row', { name: 'Office' }))
  row.getByText('Mon-Fri 08:00-18:00; Sat 09:00-13:00')
  fireEvent.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit calendar' }))
  const type = (name: string, value: string) => fireEvent.change(dialog.getByLabelText(name), { target: { value } })
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save calendar' }))
  type('Monday', '18:00-8:00')
  type('Tuesday', '8-12, 11-18')
  type('Wednesday', 'morning')
  save()
  await dialog.findByText('The end must be after the start')
  const noteOf = (name: string) => dialog.getByRole('textbox', { name }).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(noteOf('Monday'))?.textContent).toBe('The end must be after the start')
  expect(document.getElementById(noteOf('Tuesday'))?.textContent).toBe('Opening hours must not overlap')
  expect(document.getElementById(noteOf('Wednesday'))?.textContent).toBe('Enter times such as 8:00-12:00, 13:00-18:00')
  type('Monday', '8-12, 13:30-24:00')
  type('Tuesday', '')
  type('Wednesday', '8:00 – 18:00')
  type('Add holiday', '01/01/2020')
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  dialog.getByText('This day is in the past. Add days from today on.')
  type('Add holiday', '24/12/2199')
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Remove 25 December 2026' }))
  save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const monday = [
    { from: '08:00', to: '12:00' },
    { from: '13:30', to: '24:00' },
  ]
  const { _id, ...fields } = office
  const body = { ...fields, hours: [monday, [], open, open, open, ...office.hours.slice(5)], holidays: ['2199-12-24'] }
  expect(sent).toEqual([{ method: 'PUT', path: `/api/admin/office-calendars/${_id}`, body }])
})

test('changed deadlines are listed before they are applied, for a reason and until none remains', async () => {
  const sent = showPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Apply to open studies…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply to open studies' }))
  await dialog.findByText(/change the deadlines of 150 studies\. The first 1 are listed/)
  const [, row] = dialog.getAllByRole('row')
  expect(row?.textContent).toMatch(/A-17.*Urgent.*CT.*14:05.*09:00/)
  const apply = dialog.getByRole('button', { name: 'Change 150 studies' })
  fireEvent.click(apply)
  await dialog.findByText('Please enter a reason')
  expect(sent).toEqual([])
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: ' New contract ' } })
  fireEvent.click(apply)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { rulesVersion: openStudies.rulesVersion, reason: 'New contract' }
  const call = { method: 'POST', path: '/api/admin/deadline-rules/apply', body }
  expect(sent).toEqual([call, call])
})

test('times are named by the day that they are on', () => {
  const asked = { labName: null, urgency: 'HIGH', modality: null } as const
  const due = (now: string, friday: string) =>
    previewWords(asked, { ...preview, now: { ...preview.now, dueAt: now }, friday: { ...preview.friday, dueAt: friday } })
  expect(due('2026-11-25T23:30:00Z', '2026-11-28T16:30:00Z')).toBe(
    'A high-priority study without a laboratory that is ready now is due tomorrow at 00:30. One that is ready on Friday at 17:30 is due on Saturday at 17:30.',
  )
  expect(due('2026-12-01T09:05:00Z', '2026-12-04T16:30:00Z')).toBe(
    'A high-priority study without a laboratory that is ready now is due on Tuesday at 10:05. One that is ready on Friday at 17:30 is due on Friday, 4 December 2026, at 17:30.',
  )
})

test('minutes are written out exactly', () => {
  expect([1, 60, 90, 1440, 3065, 43_200].map(durationWords)).toEqual([
    '1 minute',
    '1 hour',
    '1 hour 30 minutes',
    '1 day',
    '2 days 3 hours 5 minutes',
    '30 days',
  ])
})
