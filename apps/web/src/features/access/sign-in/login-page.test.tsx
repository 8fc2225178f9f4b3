import { eventually } from '@readroom/local/core/eventually'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { LoginPage } from './login-page.tsx'

const settings = {
  clinicTimeZone: 'Europe/Berlin',
  providerLabel: null,
  archiveViewer: false,
  minPasswordLength: 6,
  keepsEmails: false,
}
let supportEmail: string | null
let signIn: () => Promise<Response>

beforeEach(() => {
  supportEmail = 'support@readroom.example'
  signIn = () => new Promise(() => {})
  sessionStore.finishRestoring()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', (address: string) => {
    if (address.endsWith('/api/auth/login')) return signIn()
    if (address.endsWith('/api/settings')) return Promise.resolve(Response.json({ success: true, ...settings, supportEmail }))
    return new Promise(() => {})
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStore.clear()
  localStorage.clear()
})

const open = (state?: object) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="*" element="The dashboard" />
      </Routes>
    </MemoryRouter>,
  )
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign In to Dashboard' }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('why a session ended is not said above another message', async () => {
  const reason = 'Your session has ended. Please sign in again.'
  open({ reason })
  screen.getByText(reason)
  signIn = async () => Response.json({ success: false, code: 'BUSY', message: 'Too many sign-ins.' }, { status: 503 })
  fireEvent.change(email(), { target: { value: 'a@readroom.example' } })
  fireEvent.change(password(), { target: { value: 'a fine password' } })
  submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Too many sign-ins.')
  expect(screen.queryByText(reason)).toBeNull()
})

function fill(address: string, secret: string): void {
  fireEvent.change(email(), { target: { value: address } })
  fireEvent.change(password(), { target: { value: secret } })
}

test('asks for missing fields and a valid email, and goes to the first of them', () => {
  open()
  submit()
  screen.getByText('Please enter your email')
  screen.getByText('Please enter your password')
  expect(document.activeElement).toBe(email())
  fill('no-address', 'secret')
  screen.getByText('Please enter a valid email address')
  expect(screen.queryByText('Please enter your password')).toBeNull()
})

test('shows the password on request', () => {
  open()
  expect(password().type).toBe('password')
  press('Show password')
  expect(password().type).toBe('text')
})

test('a busy sign-in says so and cannot be started twice', async () => {
  open()
  fill(someUser.email, 'secret')
  submit()
  expect(await screen.findByRole('button', { name: 'Signing In...' })).toHaveProperty('disabled', true)
})

test('a refusal is shown, selects the password and stores nothing', async () => {
  const refusal = { success: false, code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' }
  signIn = () => Promise.resolve(Response.json(refusal, { status: 401 }))
  open()
  fill(someUser.email, 'not-the-password')
  submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password')
  expect(document.activeElement).toBe(password())
  expect(sessionStorage.length).toBe(0)
})

test('"Remember me" keeps the email and nothing else, until it is unchecked', async () => {
  const answer = { success: true, user: someUser, token: 'a-token', expiresIn: '1h', message: '' }
  signIn = () => Promise.resolve(Response.json(answer))
  const signedIn = () => eventually(() => expect(sessionStore.peek()?.token).toBe('a-token'))
  const first = open()
  fireEvent.click(screen.getByLabelText('Remember me'))
  fill(someUser.email, 'my secret')
  submit()
  await signedIn()
  first.unmount()
  const stored = JSON.stringify({ ...localStorage })
  expect(stored).toContain(someUser.email)
  expect(stored).not.toMatch(/my secret|a-token/)

  act(() => sessionStore.clear())
  const second = open()
  expect(email().value).toBe(someUser.email)
  expect(password().value).toBe('')
  fireEvent.click(screen.getByLabelText('Remember me'))
  fill(someUser.email, 'my secret')
  submit()
  await signedIn()
  second.unmount()
  act(() => sessionStore.clear())
  open()
  expect(email().value).toBe('')
})

test('"Contact support" names the address, or the administrator if there is none', async () => {
  const first = open()
  press('Contact support')
  expect((await screen.findByRole('link', { name: supportEmail ?? '' })).getAttribute('href')).toBe(`mailto:${supportEmail}`)
  first.unmount()
  supportEmail = null
  open()
  press('Contact support')
  await screen.findByText('Please contact your Readroom administrator.')
})

const panel = () => screen.getByRole('complementary', { name: 'About Readroom' })
const current = () => within(panel()).getByRole('button', { current: true }).getAttribute('aria-label')

test('the slides stand still under the pointer and move on afterwards', () => {
  vi.useFakeTimers()
  open()
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  expect(current()).toContain('Global specialists')
  fireEvent.mouseEnter(panel())
  pass(30_000)
  expect(current()).toContain('Global specialists')
  fireEvent.mouseLeave(panel())
  pass(5000)
  expect(current()).toContain('Multiple laboratories')
})

test('the slides stand still while the keyboard focus is on them', () => {
  vi.useFakeTimers()
  open()
  act(() => within(panel()).getByRole('button', { name: 'Learn More' }).focus())
  act(() => vi.advanceTimersByTime(30_000))
  expect(current()).toContain('Global specialists')
})

test('"Learn More" explains the slide that is shown', async () => {
  open()
  press('Show slide 2 of 4: Multiple laboratories')
  press('Learn More')
  const dialog = await screen.findByRole('dialog', { name: 'Multiple laboratories' })
  expect(dialog.textContent).toContain('Laboratory staff see only the studies of their own laboratory.')
})
