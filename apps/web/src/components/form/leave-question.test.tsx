import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { EditDialog } from './edit-dialog.tsx'
import { FormField } from './form-field.tsx'

type Fields = { name: string }

const save = vi.fn(async () => undefined)

function Page() {
  const navigate = useNavigate()
  const form = useForm<Fields>({ defaultValues: { name: 'Northgate' } })
  return (
    <EditDialog
      title="Edit Lab"
      header="Northgate"
      form={form}
      action="Update Lab"
      required={[]}
      missing=""
      save={save}
      saved="Lab updated successfully"
      failed="Failed to update lab"
      fieldsOfCodes={{}}
      onReload={async () => undefined}
      onClose={() => void navigate('/admin/labs')}
    >
      <FormField<Fields> name="name" label="Laboratory name" />
    </EditDialog>
  )
}

function Shown() {
  return useLocation().search === '' ? <p>The list</p> : <Page />
}

/** Opens the edit dialog over its list. */
function open() {
  const router = createMemoryRouter([{ path: '*', Component: Shown }], {
    initialEntries: ['/admin/labs', '/admin/labs?dialog=edit&lab=1'],
  })
  render(<RouterProvider router={router} />)
  return router
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Laboratory name'), { target: { value } })
const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  sessionStore.start(someUser, 'token', '1h')
  save.mockClear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('Esc closes the dialog if nothing was changed', async () => {
  open()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await screen.findByText('The list')
})

const ways = {
  Esc: () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }),
  Cancel: () => press('Cancel'),
  'the cross': () => press('Close dialog'),
  Back: (router: ReturnType<typeof open>) => router.navigate(-1),
}

test.each(Object.entries(ways))('asks before changes are lost by %s', async (_, leave) => {
  const router = open()
  type('Northgate Imaging')
  await leave(router)
  await waitFor(() => expect(question()).not.toBeNull())
  expect(question()?.textContent).toContain("Any information you've entered will be lost. Are you sure you want to exit?")
  press('Continue editing')
  await waitFor(() => expect(question()).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Laboratory name').value).toBe('Northgate Imaging')
  await leave(router)
  await waitFor(() => expect(question()).not.toBeNull())
  press('Discard changes')
  await screen.findByText('The list')
})

test('the browser asks before the tab is reloaded', () => {
  open()
  const prevented = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(prevented()).toBe(false)
  type('Northgate Imaging')
  expect(prevented()).toBe(true)
})

test("doesn't ask after saving", async () => {
  open()
  type('Northgate Imaging')
  press('Update Lab')
  await screen.findByText('The list')
  expect(save).toHaveBeenCalledOnce()
})

test("doesn't hold back a user who is signed out", async () => {
  const router = open()
  type('Northgate Imaging')
  sessionStore.clear({})
  await router.navigate('/login')
  await screen.findByText('The list')
})
