import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore, useSession } from '../../../lib/session/session.ts'
import ChangePasswordPage from './change-password-page.tsx'

let change: () => Promise<Response>

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', (address: string) => {
    if (address.endsWith('/change-password')) return change()
    if (address.endsWith('/logout')) return Promise.reject(new TypeError('no network'))
    return new Promise(() => {})
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStore.clear()
})

/** The page is only there during a session. */
function Guarded() {
  return useSession().session ? <ChangePasswordPage /> : 'Signed out'
}

function open(mustChangePassword = false): void {
  sessionStore.start({ ...someUser, mustChangePassword }, 'token', '1h')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Guarded />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function submit(current: string, wanted: string, confirmed = wanted): void {
  fireEvent.change(field('Current Password'), { target: { value: current } })
  fireEvent.change(field('New Password'), { target: { value: wanted } })
  fireEvent.change(field('Confirm New Password'), { target: { value: confirmed } })
  fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
}

test('a missing, short or different password is reported at its field', async () => {
  open()
  submit('', '')
  await screen.findByText('Please enter your current password')
  submit('the old one', 'short', 'other')
  await screen.findByText('New password must be at least 6 characters long')
  screen.getByText('New password and confirm password do not match')
  expect(document.activeElement).toBe(field('New Password'))
})

test('a wrong current password is reported, gets the focus and keeps the session', async () => {
  const refusal = { success: false, code: 'CURRENT_PASSWORD_INCORRECT', message: 'Current password is incorrect' }
  change = () => Promise.resolve(Response.json(refusal, { status: 401 }))
  open()
  submit('not my password', 'quite-another-one')
  expect((await screen.findByRole('alert')).textContent).toBe('Current password is incorrect')
  await waitFor(() => expect(document.activeElement).toBe(field('Current Password')))
  expect(sessionStore.peek()?.token).toBe('token')
})

test('after the change the session ends with a message, even if the sign-out fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  change = () => Promise.resolve(Response.json({ success: true, message: 'Changed' }))
  open()
  submit('the old one', 'quite-another-one')
  await screen.findByText('Password changed successfully! Redirecting to login...')
  expect(field('New Password').value).toBe('')
  vi.advanceTimersByTime(2000)
  expect(sessionStore.peek()).toBeNull()
  expect(sessionStore.farewell()?.message).toBe('Password changed successfully! Please login with your new password.')
})

test('a generated password cannot be kept', () => {
  open(true)
  screen.getByText('Your current password was generated for you. Choose your own to continue.')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})
