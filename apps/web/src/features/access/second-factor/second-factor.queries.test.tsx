import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest, someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { useEnrolmentWatch, useReadAgain } from './second-factor.queries.ts'

signInEachTest()

function inClient<T>(answer: () => Promise<Response>, hook: () => T) {
  vi.stubGlobal('fetch', answer)
  const client = new QueryClient()
  return renderHook(hook, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result
}

const readAgain = (answer: () => Promise<Response>) => inClient(answer, useReadAgain).current()

test('the session learns that a second factor is no longer missing', async () => {
  sessionStore.requireEnrolment()
  await readAgain(async () => Response.json({ success: true, message: 'Read', data: someUser }))
  expect(sessionStore.peek()?.user.mustEnrol).toBe(false)
})

test('a failed read is not an error of the page', async () => {
  await expect(readAgain(() => Promise.reject(new TypeError('Failed to fetch')))).resolves.toBeUndefined()
})

test('the session learns that the role no longer needs a second factor', async () => {
  sessionStore.requireEnrolment()
  inClient(
    async () => Response.json({ success: true, message: 'Read', data: someUser }),
    () => useEnrolmentWatch(true),
  )
  await waitFor(() => expect(sessionStore.peek()?.user.mustEnrol).toBe(false))
})
