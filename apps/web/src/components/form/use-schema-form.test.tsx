import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../lib/api/api-error.ts'
import { Toaster } from '../../lib/notify.tsx'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { FormDialog } from './form-dialog.tsx'
import { FormCheck, FormField, FormSelect } from './form-field.tsx'

const Place = z.object({
  name: z.string().trim().min(1, 'Please enter a name'),
  port: z.int().min(1_024).max(65_535),
  kind: z.enum(['mri', 'ct']).nullable(),
  senders: z.array(z.email()),
  isActive: z.boolean(),
})
type Place = z.input<typeof Place>

const filled: Place = { name: 'Northgate', port: 2575, kind: null, senders: [], isActive: true }
const current: Place = { ...filled, name: 'Northgate Imaging' }

const send = vi.fn<(fields: Place) => Promise<{ message: string }>>()
const close = vi.fn()

function PlaceDialog({ values }: { values: Place }) {
  return (
    <FormDialog
      title="Edit place"
      width="max-w-[520px]"
      action="Save place"
      schema={Place}
      values={values}
      words={{ port: 'Please enter a port from 1024 to 65535' }}
      change={send}
      done={({ message }) => message}
      failed="The place could not be saved."
      codes={{ HL7_NAME_TAKEN: 'name' }}
      missing="A name is required."
      reload={async () => current}
      onClose={close}
    >
      <FormField<Place> name="name" label="Name" required />
      <FormField<Place> name="port" label="Port" as="number" required />
      <FormField<Place> name="senders" label="Senders" as="emails" />
      <FormSelect<Place>
        name="kind"
        label="Kind"
        choices={[
          { value: null, label: 'Every kind' },
          { value: 'ct', label: 'CT' },
        ]}
      />
      <FormCheck<Place> name="isActive" label="Active" />
    </FormDialog>
  )
}

function open(values = filled) {
  const router = createMemoryRouter([{ path: '*', element: <PlaceDialog values={values} /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}

const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name = 'Save place') => fireEvent.click(screen.getByRole('button', { name }))
/** Returns the text that describes a field to screen readers. */
const noteOf = (label: string) => document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  sessionStore.start(someUser, 'token', '1h')
  send.mockReset().mockResolvedValue({ message: 'Place saved' })
  close.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('sends what the contract expects, says so and closes', async () => {
  open()
  type('Name', ' Southgate ')
  type('Port', '3000')
  type('Senders', 'a@clinic.example; b@clinic.example')
  fireEvent.change(field('Kind'), { target: { value: 'ct' } })
  fireEvent.click(field('Active'))
  press()
  await screen.findByText('Place saved')
  const senders = ['a@clinic.example', 'b@clinic.example']
  expect(send.mock.calls[0]?.[0]).toEqual({ name: 'Southgate', port: 3000, kind: 'ct', senders, isActive: false })
  expect(close).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('says at each field in words what is wrong, focuses the first and sends nothing', async () => {
  open()
  type('Name', ' ')
  type('Port', 'none')
  type('Senders', 'a@clinic.example, nobody')
  press()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(noteOf('Name')).toBe('Please enter a name')
  expect(noteOf('Port')).toBe('Please enter a port from 1024 to 65535')
  expect(noteOf('Senders')).toBe('"nobody" is not an email address')
  expect(field('Port').getAttribute('aria-invalid')).toBe('true')
  expect(send).not.toHaveBeenCalled()
})

test('the error of a field goes when the field changes', async () => {
  open({ ...filled, name: '' })
  press()
  await waitFor(() => expect(noteOf('Name')).toBe('Please enter a name'))
  type('Name', 'N')
  await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('false'))
})

test('asks before changes are lost, and not before nothing is', async () => {
  open()
  press('Cancel')
  expect(close).toHaveBeenCalledOnce()
  type('Name', 'Southgate')
  press('Cancel')
  await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  press('Discard changes')
  expect(close).toHaveBeenCalledTimes(2)
})

test('a second press while the first is under way does nothing', async () => {
  let finish: (answer: { message: string }) => void = () => undefined
  send.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  open()
  press()
  const busy = await screen.findByRole('button', { name: 'Saving...' })
  expect(busy).toHaveProperty('disabled', true)
  fireEvent.submit(screen.getByRole('form'))
  finish({ message: 'Place saved' })
  await screen.findByText('Place saved')
  expect(send).toHaveBeenCalledOnce()
})

test.each([
  [
    'by its code',
    new ApiError('HL7_NAME_TAKEN', 409, 'Another connection has this name.'),
    'Name',
    'Another connection has this name.',
  ],
  [
    'by its path',
    new ApiError('INVALID_FIELD', 400, 'values.port', { field: 'values.port' }),
    'Port',
    'Please enter a port from 1024 to 65535',
  ],
  [
    'by a path into its list',
    new ApiError('INVALID_FIELD', 400, 'senders.0', { field: 'senders.0' }),
    'Senders',
    'Please check this entry',
  ],
])('a refusal that names a field %s stands there, with the focus', async (_, refusal, label, words) => {
  send.mockRejectedValue(refusal)
  open()
  press()
  await waitFor(() => expect(noteOf(label)).toBe(words))
  expect(document.activeElement).toBe(field(label))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(close).not.toHaveBeenCalled()
})

test.each([
  ['of the server', new ApiError('LAB_NOT_FOUND', 404, 'This laboratory does not exist.'), 'This laboratory does not exist.'],
  [
    'without words',
    new ApiError('INVALID_FIELD', 400, 'values.other', { field: 'values.other' }),
    'The place could not be saved.',
  ],
])('a refusal %s that names no field stands in the form', async (_, refusal, words) => {
  send.mockRejectedValue(refusal)
  open()
  press()
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})

test('after a change by somebody else the current data can be loaded', async () => {
  send.mockRejectedValue(new ApiError('CONFLICT', 409, 'Somebody else has changed this.'))
  open()
  type('Name', 'Southgate')
  press()
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else has changed this.')
  expect(field('Name').value).toBe('Southgate')
  press('Load the current data')
  await waitFor(() => expect(field('Name').value).toBe('Northgate Imaging'))
})

test('says in the form that something is missing', async () => {
  open({ ...filled, name: 'x', port: Number.NaN })
  type('Name', '')
  press()
  await waitFor(() => expect(noteOf('Name')).toBe('Please enter a name'))
  expect(screen.queryByText('A name is required.')).toBeNull()
})
