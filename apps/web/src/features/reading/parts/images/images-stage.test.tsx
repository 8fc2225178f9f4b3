import { defaultBindings } from '@readroom/contracts/images/viewer-keys'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../../lib/session/session.ts'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import { createReadingStore, type ReadingStore, ReadingStoreProvider } from '../../session/reading-store.ts'
import { ImagesStage } from './images-stage.tsx'

const [first, second] = [makeRow(1), makeRow(2)]
const pathOf = ({ studyInstanceUID }: typeof first) => `/viewer-app/viewer?StudyInstanceUIDs=${studyInstanceUID}`

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    const isAhead = JSON.parse(String(body)).nextId !== null
    return Response.json({
      success: true,
      shown: pathOf(first),
      next: isAhead ? pathOf(second) : null,
      images: { shown: 20, next: isAhead ? 20 : null },
      generations: { shown: 1, next: isAhead ? 1 : null },
    })
  })
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets each frame show the study of its address, at first black if images are awaited. */
function drawAll(awaited = 0) {
  for (const frame of document.querySelectorAll('iframe')) {
    const uid = new URL(frame.src).searchParams.get('StudyInstanceUIDs')
    const viewer = {
      look: () => ({ asked: uid, shown: [uid], isDrawn: awaited === 0, awaited }),
      series: () => [],
      hold: () => true,
      bind: () => true,
    }
    const focus = () => undefined
    Object.defineProperty(frame, 'contentWindow', { value: { readroomFrame: viewer, focus }, configurable: true })
  }
}

const stageOf = (study: typeof first, store: ReadingStore, nextId: string | null) => (
  <ReadingStoreProvider value={store}>
    <ImagesStage study={study} nextId={nextId} priors={[]} bindings={defaultBindings} onKey={() => {}} />
  </ReadingStoreProvider>
)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('black images say how many of them are still to come, also after five seconds', async () => {
  render(stageOf(first, createReadingStore(first._id, 'window'), null))
  await wait(0)
  drawAll(37)
  await wait(1_000)
  const said = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join()
  expect(said()).toContain('Loading: 37 images to come.')
  drawAll(1)
  await wait(6_000)
  expect(said()).toContain('Some images have not appeared yet. Loading: 1 image to come.')
  drawAll()
  await wait(1_000)
  expect(said()).not.toContain('to come')
})

test("the store of the next study hears that its images, loaded ahead, are in front as the first one's were", async () => {
  const [storeOfFirst, storeOfSecond] = [createReadingStore(first._id, 'window'), createReadingStore(second._id, 'window')]
  const { rerender } = render(stageOf(first, storeOfFirst, second._id))
  await wait(0)
  expect(storeOfFirst.state().standing).toBe('opening')
  drawAll()
  await wait(1_000)
  expect(storeOfFirst.state().standing).toBe('same')
  // The first study is left alone for a moment before the next one is loaded.
  await wait(2_000)
  drawAll()
  await wait(1_000)

  rerender(stageOf(second, storeOfSecond, null))
  expect(storeOfSecond.state().standing).toBe('same')
})

test('images that could not be opened without the server open by themselves once it answers', async () => {
  const answer = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(stageOf(first, createReadingStore(first._id, 'window'), null))
  await wait(0)
  expect(screen.getByRole('alert').textContent).toContain('Network error')
  await wait(9_000)
  expect(screen.getByRole('alert').textContent).toContain('Network error')
  vi.stubGlobal('fetch', answer)
  await wait(3_000)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('iframe')?.src).toContain(pathOf(first))
})

test('says why images of a shared study UID are hidden, and offers the archive viewer', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, code: 'STUDY_UID_AMBIGUOUS', message: 'Another study has this UID.' }, { status: 409 }),
  )
  render(stageOf(first, createReadingStore(first._id, 'window'), null))
  await wait(0)
  expect(screen.getByRole('alert').textContent).toContain('Another study has this UID.')
  screen.getByRole('button', { name: 'Open in the archive viewer' })
})
