import { act, cleanup, renderHook } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { useZipDownload } from './use-zip-download.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/status')
      ? Response.json({ success: true, zipStatus: 'processing', imagesDone: 3, imagesTotal: 10, fileSizeMB: null })
      : Response.json({ success: false, code: 'ZIP_NOT_READY', message: 'It is being made.' }, { status: 409 }),
  )
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('dismisses the progress of a ZIP when the user leaves the page, because nothing watches it any more', async () => {
  const { result, unmount } = renderHook(useZipDownload)
  const row = makeRow(1)
  act(() => void result.current.download(row))
  await vi.advanceTimersByTimeAsync(3_000)
  const shown = () => toast.getToasts().map(({ id }) => id)
  expect(shown()).toContain(`zip-${row._id}`)
  unmount()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown()).not.toContain(`zip-${row._id}`)
})
