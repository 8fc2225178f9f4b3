import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someUser } from '../lib/session/session.fixture.ts'
import { sessionStore } from '../lib/session/session.ts'
import { RequireRole, RequireSession } from './guards.tsx'

const doctor = { ...someUser, role: 'doctor_account' as const }
const colleague = { ...doctor, _id: '01890000-0000-7000-8000-000000000002', fullName: 'Omar Lind' }

beforeEach(() => {
  sessionStore.finishRestoring()
  sessionStore.start(doctor, 'token-1', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
})

function Place() {
  return <output>{useLocation().pathname}</output>
}

function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Place />
      <Routes>
        <Route path="/login" element="The login page" />
        <Route
          path="*"
          element={
            <RequireSession>
              <RequireRole roles={['doctor_account']}>
                <textarea aria-label="Findings" />
              </RequireRole>
            </RequireSession>
          }
        />
      </Routes>
    </MemoryRouter>,
  )
}

const place = () => screen.getByRole('status').textContent
const findings = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Findings' })

test('a report page survives the end of the session and the next sign-in of its author', () => {
  open('/reading/study-1')
  const before = findings()
  act(() => sessionStore.clear({ reason: 'An administrator ended your session.' }))
  expect(findings()).toBe(before)
  act(() => sessionStore.start(doctor, 'token-2', '1h'))
  expect(findings()).toBe(before)
  expect(place()).toBe('/reading/study-1')
})

test('another user who signs in over a covered report gets their own dashboard and a fresh page', () => {
  open('/reading/study-1')
  const before = findings()
  act(() => sessionStore.clear({ reason: 'An administrator ended your session.' }))
  act(() => sessionStore.start(colleague, 'token-2', '1h'))
  expect(place()).toBe('/doctor/dashboard')
  expect(findings()).not.toBe(before)
})

test.each([
  ['the end of a session on any other page', '/doctor/dashboard', { reason: 'Your session has ended. Please sign in again.' }],
  ['signing out on a report page', '/reading/study-1', {}],
])('%s leads to the login page', (_, path, farewell) => {
  open(path)
  act(() => sessionStore.clear(farewell))
  expect(place()).toBe('/login')
  expect(findings()).toBeNull()
})
