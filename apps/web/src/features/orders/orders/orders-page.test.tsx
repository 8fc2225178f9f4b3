import type { Order } from '@readroom/contracts/orders/order-endpoints'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../../lib/format.ts'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { details, order, study } from './orders.fixture.ts'
import OrdersPage from './orders-page.tsx'

signInEachTest()
beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} })),
)
afterEach(cleanup)

type Sent = { method: string; path: string; body: unknown }
type Options = { orders?: Order[]; refusal?: { code: string; message: string }; address?: string }

/** Shows the page over a server that has these orders. Returns the changes that were sent, and the questions for the list. */
function showPage({ orders = [order], refusal, address = '/' }: Options = {}) {
  const sent: Sent[] = []
  const lists: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const path = String(url)
    if (method !== 'GET') {
      sent.push({ method, path, body: body ? JSON.parse(String(body)) : null })
      if (refusal) return Response.json({ success: false, ...refusal }, { status: 409 })
      return Response.json({ success: true, order: details })
    }
    if (path.includes('/tat/locations'))
      return Response.json({ success: true, locations: [{ value: order.labId, label: order.labName, code: 'CITY' }] })
    if (path.includes('/studies-without-order')) {
      const listed = { ...study, labId: order.labId, labName: order.labName }
      return Response.json({ success: true, studies: [listed], nextCursor: null })
    }
    if (path.includes('/order-candidates'))
      return Response.json({ success: true, candidates: [{ ...order, differences: ['patientId'] }] })
    if (path.includes('/candidates'))
      return Response.json({ success: true, candidates: [{ ...study, differences: [], orders: ['ORD-7'] }] })
    if (path.includes(`/orders/${order._id}`)) return Response.json({ success: true, order: details })
    lists.push(path)
    return Response.json({ success: true, orders, nextCursor: null })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '/', element: <OrdersPage /> }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { sent, lists }
}

const openOrder = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
  return screen.findByRole('dialog')
}

test('lists orders with their state in words and their patient in plain words', async () => {
  showPage()
  const row = await screen.findByRole('row', { name: 'Order ORD-1' })
  for (const text of ['Lindqvist Anna', 'CT of the chest', 'ACC-1', 'Stat', 'Ordered', 'City Imaging Laboratory'])
    expect(within(row).getByText(text)).toBeDefined()
})

test('asks the server for the filters of the address', async () => {
  const { lists } = showPage({ address: '/?state=held&search=anna&from=2026-11-01' })
  await waitFor(() => expect(lists.length).toBeGreaterThan(0))
  const query = new URLSearchParams(lists[0]?.split('?')[1])
  expect(Object.fromEntries(query)).toMatchObject({ state: 'held', search: 'anna', from: '2026-11-01' })
})

test('says what to do without any order, and offers to clear filters that find none', async () => {
  showPage({ orders: [] })
  expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Enter order' })).toHaveLength(2)
  cleanup()
  showPage({ orders: [], address: '/?state=held' })
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeDefined()
})

test('enters an order of the chosen laboratory', async () => {
  const { sent } = showPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Enter order' }))
  const form = within(await screen.findByRole('form', { name: 'Enter order' }))
  const save = screen.getByRole('button', { name: 'Save order' })
  fireEvent.click(save)
  expect(await screen.findByText('Enter the order number.')).toBeDefined()
  fireEvent.change(form.getByLabelText('Order number'), { target: { value: 'ORD-9' } })
  fireEvent.change(form.getByLabelText('Accession number'), { target: { value: ' ACC-9 ' } })
  fireEvent.change(form.getByLabelText('Patient ID'), { target: { value: 'P-9' } })
  fireEvent.click(save)
  expect(await screen.findByText('Choose the laboratory.')).toBeDefined()
  await form.findByRole('option', { name: 'City Imaging Laboratory' })
  fireEvent.change(form.getByLabelText('Laboratory'), { target: { value: order.labId } })
  fireEvent.click(save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    number: 'ORD-9',
    labId: order.labId,
    accessionNumber: 'ACC-9',
    patient: { ids: [{ id: 'P-9', authority: null }], name: null, birthDate: null, sex: null },
  })
})

test('sends only the fields that were changed, with the version that was read', async () => {
  const { sent } = showPage()
  const dialog = await openOrder()
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Edit order ORD-1' }))
  fireEvent.change(form.getByLabelText('Indication'), { target: { value: 'Fever' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save order' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'PUT', body: { indication: 'Fever', version: 3 } })
})

test('sends when, where and for whom an examination takes place, and asks for a time that is missing', async () => {
  setClinicTimeZone('Europe/Berlin')
  onTestFinished(() => setClinicTimeZone('UTC'))
  const { sent } = showPage()
  const dialog = await openOrder()
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Edit order ORD-1' }))
  const type = (label: string, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } })
  type('Day', '01/12/2026')
  type('AE title of the scanner', 'ct_7')
  type('Copies of the report to', 'Berg^Ole\n\nSato^Yui ')
  fireEvent.click(screen.getByRole('button', { name: 'Save order' }))
  expect(await screen.findByText('Enter the time of the examination, such as 14:30.')).toBeDefined()
  type('Time', '9:05')
  fireEvent.click(screen.getByRole('button', { name: 'Save order' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const body = { scheduledAt: '2026-12-01T08:05:00Z', aeTitle: 'CT_7', copiesTo: ['Berg^Ole', 'Sato^Yui'], version: 3 }
  expect(sent[0]).toMatchObject({ method: 'PUT', body })
})

test('keeps the dialog open with the reason when the server refuses to cancel', async () => {
  const message = 'The report of this order is final.'
  const { sent } = showPage({ refusal: { code: 'ORDER_REPORTED', message } })
  const dialog = await openOrder()
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Cancel order' }))
  const asked = within(await screen.findByRole('form', { name: 'Cancel order' }))
  fireEvent.change(asked.getByLabelText('Reason'), { target: { value: 'Came twice' } })
  const buttons = screen.getAllByRole('button', { name: 'Cancel order' })
  fireEvent.click(buttons.at(-1) ?? dialog)
  expect(await asked.findByText(message)).toBeDefined()
  expect(sent[0]?.body).toEqual({ action: 'cancel', reason: 'Came twice', version: 3 })
})

test('shows who changed what', async () => {
  showPage()
  const dialog = await openOrder()
  const history = within(await within(dialog).findByRole('region', { name: 'History' }))
  expect(history.getByText('North hospital')).toBeDefined()
  expect(history.getByText(/^Indication:/).textContent).toBe('Indication: Cough to Cough for six weeks')
})

test('asks before it matches an order and a study that name different patients', async () => {
  const { sent } = showPage({ address: '/?view=without-order' })
  fireEvent.click(await screen.findByRole('button', { name: 'Find order' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Differs: Patient ID')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Match' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Order and images differ' }))
  expect(sent).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Match anyway' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'POST', body: { version: 3, isDifferenceConfirmed: true } })
  expect(sent[0]?.path).toContain(`/orders/${order._id}/studies/${study.studyId}`)
})

test('asks before a study that has an order gets one more', async () => {
  const { sent } = showPage()
  const dialog = within(await openOrder())
  expect(await dialog.findByText('Has order ORD-7')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Match' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Match to one more' }))
  expect(sent).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Match' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'POST', body: { version: 3, isDifferenceConfirmed: false } })
})
