import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { ShiftFeed } from './shift-feed.tsx'

signInEachTest()
afterEach(cleanup)

const address = 'https://portal.example.org/api/calendars/token/shifts.ics'

test('a feed is created, its address shown once, and removed', async () => {
  let createdAt: string | null = null
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') createdAt = '2026-11-25T08:00:00Z'
    if (method === 'DELETE') createdAt = null
    return Response.json({ success: true, address, message: 'Calendar feed removed', feed: createdAt && { createdAt } })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ShiftFeed ofWhom="your shifts" />
    </QueryClientProvider>,
  )
  const create = await screen.findByRole('button', { name: 'Create feed' })
  await waitFor(() => expect(create.hasAttribute('disabled')).toBe(false))
  fireEvent.click(create)
  expect(await screen.findByDisplayValue(address)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove feed' }))
  await waitFor(() => expect(screen.queryByDisplayValue(address)).toBeNull())
  expect(await screen.findByRole('button', { name: 'Create feed' })).toBeTruthy()
})
