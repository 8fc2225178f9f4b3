import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetDrafts, keepDraftsOf } from '../../lib/drafts.ts'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { hasFormOf, useFormDraft } from './form-draft.ts'

const empty = { fullName: '', password: '' }
const secret = ['password'] as const

function Form() {
  const form = useForm({ defaultValues: empty })
  const { isRestored, forget } = useFormDraft(form, { name: 'new-admin', empty, secret })
  return (
    <form>
      <input aria-label="Name" {...form.register('fullName')} />
      <input aria-label="Password" {...form.register('password')} />
      <output>{`${isRestored ? 'restored' : 'new'}, ${form.formState.isDirty ? 'filled' : 'empty'}`}</output>
      <button type="button" onClick={forget}>
        Forget
      </button>
    </form>
  )
}

function open() {
  cleanup()
  render(<Form />)
  return screen.getByRole('status').textContent
}
const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

beforeEach(() => {
  sessionStorage.clear()
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(cleanup)

test('entries are restored after the same user signs in again, without passwords', () => {
  expect(open()).toBe('new, empty')
  fill('Name', 'Vera Orlova')
  fill('Password', 'a fine password')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a fine password')
  sessionStore.clear({ reason: 'Your session has ended.' })
  sessionStore.start(someUser, 'another token', '1h')
  expect(open()).toBe('restored, filled')
  expect([textIn('Name'), textIn('Password')]).toEqual(['Vera Orlova', ''])
})

test('another user never sees the entries, and they are deleted', () => {
  open()
  fill('Name', 'Vera Orlova')
  const other = { ...someUser, _id: '01890000-0000-7000-8000-000000000002' }
  sessionStore.start(other, 'token', '1h')
  expect(open()).toBe('new, empty')
  keepDraftsOf(other._id)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Vera')
})

test.each([
  ['discarded', () => fireEvent.click(screen.getByRole('button', { name: 'Forget' }))],
  ['signed out of', forgetDrafts],
])('entries of a form that was %s are not restored', (_, end) => {
  open()
  fill('Name', 'Vera Orlova')
  end()
  expect(open()).toBe('new, empty')
})

test.each([
  [{ name: '', days: [], address: { city: '' }, file: null }, true],
  [{ name: 'x', days: ['Monday'], address: { city: 'Bath' }, file: null }, true],
  [{ name: 1, days: [], address: { city: '' }, file: null }, false],
  [{ name: '', days: [1], address: { city: '' }, file: null }, false],
  [{ name: '', days: [], address: null, file: null }, false],
  [{ name: '', days: [] }, false],
  [null, false],
])('whether %j has the shape of the form: %s', (value, same) => {
  expect(hasFormOf({ name: '', days: [], address: { city: '' }, file: null }, value)).toBe(same)
})
