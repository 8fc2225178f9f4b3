import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import DiscussionDialog from './discussion-dialog.tsx'

const comment = {
  _id: '01890000-0000-7000-8000-000000000011',
  dateTime: '2026-11-22T12:00:00.000Z',
  userName: someUser.fullName,
  userRole: someUser.role,
  comment: 'Please call the ward',
  kind: 'comment',
}
let saved: () => Promise<Response>
let loaded: () => Promise<Response>

beforeEach(() => {
  loaded = async () => Response.json({ success: true, discussions: [], hasEarlier: false })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => (method === 'POST' ? saved() : loaded()))
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function open(study = 1) {
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <DiscussionDialog row={makeRow(study)} onClose={() => {}} onDraft={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { field: screen.getByLabelText('New comment'), close: unmount }
}

test('an unsaved comment is restored for its own study and for no other', () => {
  const first = open()
  fireEvent.change(first.field, { target: { value: 'Please call the ward' } })
  first.close()
  const other = open(2)
  expect(other.field).toHaveProperty('value', '')
  other.close()
  expect(open().field).toHaveProperty('value', 'Please call the ward')
})

test('a comment saved after its dialog was closed is not restored', async () => {
  let answer = () => {}
  saved = () =>
    new Promise((resolve) => {
      answer = () => resolve(Response.json({ success: true, ...comment }))
    })
  const { field, close } = open()
  fireEvent.change(field, { target: { value: 'Please call the ward' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Comment' }))
  await screen.findByRole('button', { name: 'Saving...' })
  close()
  await act(async () => answer())
  await eventually(() => {
    const again = open()
    try {
      expect(again.field).toHaveProperty('value', '')
    } finally {
      again.close()
    }
  })
})

test('a failed save keeps the typed text, and a failed load can be repeated', async () => {
  const noNetwork = () => Promise.reject(new TypeError('no network'))
  const works = loaded
  loaded = noNetwork
  saved = noNetwork
  const { field } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load discussions. Please try again.')
  fireEvent.change(field, { target: { value: 'The scanner was out of film.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Comment' }))
  await screen.findByText('Failed to save comment. Please try again.')
  expect(field).toHaveProperty('value', 'The scanner was out of film.')

  loaded = works
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'No comments yet' })
  saved = async () => Response.json({ success: true, ...comment })
  fireEvent.click(screen.getByRole('button', { name: 'Save Comment' }))
  await eventually(() => expect(field).toHaveProperty('value', ''))
})
