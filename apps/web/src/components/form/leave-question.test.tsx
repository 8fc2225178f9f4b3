import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { FormBody } from './form-body.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormField } from './form-field.tsx'
import { useLeaveQuestion } from './leave-question.tsx'
import { useSchemaForm } from './use-schema-form.ts'

const Fields = z.object({ name: z.string() })
type Fields = z.infer<typeof Fields>

const save = vi.fn(async () => undefined)

function Page() {
  const navigate = useNavigate()
  return (
    <FormDialog
      title="Edit Lab"
      width="max-w-[640px]"
      action="Update Lab"
      schema={Fields}
      values={{ name: 'Northgate' }}
      change={save}
      failed="Failed to update lab"
      onClose={() => void navigate('/admin/labs')}
    >
      <FormField<Fields> name="name" label="Laboratory name" />
    </FormDialog>
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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
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

function PartOfPage({ label }: { label: string }) {
  const form = useSchemaForm({ schema: Fields, values: { name: '' }, change: save, failed: 'Failed to save' })
  const { question } = useLeaveQuestion({ isFilled: form.isDirty, leave: () => {} })
  return (
    <FormBody form={form} label={label}>
      <FormField<Fields> name="name" label={label} />
      {question}
    </FormBody>
  )
}

test.each(['First', 'Second'])('asks for each of two forms on a page: %s', async (changed) => {
  const Both = () =>
    useLocation().pathname === '/list' ? (
      <p>The list</p>
    ) : (
      ['First', 'Second'].map((label) => <PartOfPage key={label} label={label} />)
    )
  const router = createMemoryRouter([{ path: '*', Component: Both }], { initialEntries: ['/list', '/profile'] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: changed }), { target: { value: 'Changed' } })
  await router.navigate(-1)
  await waitFor(() => expect(question()).not.toBeNull())
  press('Discard changes')
  await screen.findByText('The list')
})
