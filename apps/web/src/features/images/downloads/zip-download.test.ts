import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { directFailure, requestZip, watchZip } from './zip-download.tsx'

const study = { _id: '01890000-0000-7000-8000-000000000002', orthancStudyID: 'aaaaaaaa-bbbbbbbb-cccccccc-dddddddd-eeeeeeee' }
const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))
const answer = (make: () => Response) => vi.stubGlobal('fetch', async () => make())

beforeEach(() => {
  vi.useFakeTimers()
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  toast.dismiss()
  sessionStore.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('shows the right text for a failed download', () => {
  expect(directFailure(new ApiError('STUDY_NOT_FOUND', 404, 'x'))).toBe('Study not found')
  expect(directFailure(networkError())).toBe(`Download failed: ${networkError().message}`)
})

test("shows the server's message for a refused link, or else a text for the case", async () => {
  for (const [make, text] of [
    [() => Response.json({ success: false, message: 'The disk is full' }), 'The disk is full'],
    [() => Response.json({ success: false }), 'R2 download failed'],
    [() => Response.json({ success: false }, { status: 400 }), 'Failed to get R2 CDN download URL'],
  ] as const) {
    answer(make)
    expect(await requestZip(study)).toEqual({ kind: 'failed' })
    expect(said()).toContain(text)
  }
})

/** Watches a ZIP for some minutes. `imagesDone` returns its progress. */
async function watchFor(minutes: number, imagesDone: () => number) {
  answer(() =>
    Response.json({ success: true, zipStatus: 'processing', imagesDone: imagesDone(), imagesTotal: 900, fileSizeMB: 1 }),
  )
  const stopped = new AbortController()
  const watched = watchZip(study, { signal: stopped.signal, stop: () => stopped.abort() })
  await vi.advanceTimersByTimeAsync(minutes * 60_000)
  stopped.abort()
  return watched
}

const timedOut = 'Download timeout - file too large. Try again.'

test('gives up on a ZIP without progress for five minutes', async () => {
  await watchFor(4, () => 7)
  expect(said()).not.toContain(timedOut)
  await watchFor(6, () => 7)
  expect(said()).toContain(timedOut)
})

test('waits for a ZIP that makes progress, however long it takes', async () => {
  let done = 0
  await watchFor(12, () => Math.floor(++done / 100))
  expect(said()).not.toContain(timedOut)
})
