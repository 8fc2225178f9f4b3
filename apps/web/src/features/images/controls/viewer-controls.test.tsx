import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { ViewerControls } from './viewer-controls.tsx'

/** Of a newer version, beside a key of the user's own. */
const stored = { set: 'letters', keys: { 'fly-through': ['z'], invert: ['u'] }, mouse: { thumb: 'fly' } }
let saved: unknown[] = []

beforeEach(() => {
  saved = []
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

function show(status = 200) {
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (method === 'PUT') saved.push(JSON.parse(String(body)).bindings)
    const answer =
      status === 200
        ? { success: true, message: 'Keys saved', bindings: stored }
        : { success: false, code: 'INTERNAL', message: 'No.' }
    return Response.json(answer, { status })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ViewerControls />
    </QueryClientProvider>,
  )
}

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const addTo = async (label: string) => fireEvent.click(await screen.findByRole('button', { name: `Add a key for ${label}` }))

test('a key is added by pressing it, and what a newer version has stored stays', async () => {
  show()
  await addTo('Invert')
  press('Shift')
  press('ö')
  await vi.waitFor(() => expect(saved).toEqual([{ ...stored, keys: { ...stored.keys, invert: ['u', 'ö'] } }]))
  expect(await screen.findByRole('button', { name: 'Remove Ö from Invert' })).toBeTruthy()
})

test.each([
  ['a key of another command', 'w', {}, 'W is “Window”. Remove it there first.'],
  ['a key of the page', 'F9', {}, 'F9 moves the keyboard between images and report.'],
  ['a key with Alt', 's', { altKey: true }, 'Keys with Alt belong to the reading page.'],
  ['a capital letter', 'S', { shiftKey: true }, 'A capital letter leads back to the report and is typed there.'],
  ['an accent', 'Dead', {}, 'This key is not sent as one character. Choose another.'],
])('refuses %s at the command, and asks on until Esc', async (_words, key, more, reason) => {
  show()
  await addTo('Invert')
  press(key, more)
  expect(screen.getByRole('alert').textContent).toBe(reason)
  press('Escape')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).toEqual([])
})

test('a reset gives back the keys of the set', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Reset to the set' }))
  await vi.waitFor(() => expect(saved).toEqual([{ ...stored, keys: { 'fly-through': ['z'] } }]))
})

test('keys that could not be loaded cannot be changed', async () => {
  show(500)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your keys could not be loaded.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})
