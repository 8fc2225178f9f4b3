import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { useListChanges } from './use-list-changes.ts'

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('a list that was saved but could not be given is not reported as unsaved', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/given-to')
      ? Response.json({ success: false, code: 'INTERNAL', message: 'No' }, { status: 500 })
      : Response.json({ success: true, message: 'Saved' }),
  )
  const { result } = renderHook(useListChanges, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
  const list = {
    _id: '01890000-0000-7000-8000-000000000009',
    name: 'Old',
    query: null,
    isOwn: true,
    givenTo: null,
    givenBy: null,
  }
  await act(() => result.current.edit(list, 'New', 'doctor_account'))
  const said = toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))
  expect(said).toEqual(['The list is saved but could not be shared. Please try again.'])
})
