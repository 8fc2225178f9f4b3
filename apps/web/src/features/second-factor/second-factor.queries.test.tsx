import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest, someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { useReadAgain } from './second-factor.queries.ts'

signInEachTest()

const readAgain = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer)
  const client = new QueryClient()
  const { result } = renderHook(() => useReadAgain(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return result.current()
}

test('the session learns that a second step is no longer wanting', async () => {
  sessionStore.requireEnrolment()
  await readAgain(async () => Response.json({ success: true, message: 'Read', data: someUser }))
  expect(sessionStore.peek()?.user.mustEnrol).toBe(false)
})

test('what does not come again is no error of the page', async () => {
  await expect(readAgain(() => Promise.reject(new TypeError('Failed to fetch')))).resolves.toBeUndefined()
})
