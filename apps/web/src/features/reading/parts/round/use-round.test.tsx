import { randomUUID } from 'node:crypto'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../../lib/session/session.ts'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import { makeSignedVersion } from '../../session/machine/signed-version.fixture.ts'
import { createReadingStore } from '../../session/reading-store.ts'
import { useRound } from './use-round.ts'

const rows = [makeRow(1), makeRow(2)]
const [{ _id: studyId }, { _id: nextId }] = [makeRow(1), makeRow(2)]
const signed = { version: makeSignedVersion(), study: makeRow(1) }
const at = '2026-11-22T12:00:00.000Z'
const held = { success: true, fence: 1, leaseUntil: at, savedAt: null, keyImages: [], annotations: [] }

const pathOf = (id: string) => `/reading/${id}`

let hold: () => Promise<Response>
let putAside: () => Promise<Response>
let asides: unknown[]

beforeEach(() => {
  asides = []
  hold = async () => Response.json(held)
  putAside = async () => Response.json({ success: true })
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    if (address.endsWith('/hold')) return hold()
    if (method === 'POST') return putAside()
    return Promise.resolve(Response.json({ success: true, studies: asides }))
  })
  // Each test has a user of its own, because counts are kept while the page is open.
  sessionStore.start({ ...someUser, _id: randomUUID() }, 'token', '1h')
})
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))

function begin(readList = async () => rows) {
  const went = { onOpen: vi.fn(), onLeave: vi.fn() }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const storeOf = (id: string) => createReadingStore(id, 'window')
  const { result, rerender, unmount } = renderHook((store) => useRound({ store, isRead: true, readList, pathOf, ...went }), {
    initialProps: storeOf(studyId),
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { ...went, round: result, open: (id: string) => rerender(storeOf(id)), leave: unmount }
}

test("doesn't report the end of the list if the next study could not be claimed", async () => {
  const { round, onOpen, onLeave } = begin()
  await act(() => round.current.prepare())
  hold = () => Promise.reject(new TypeError('Failed to fetch'))
  act(() => round.current.signed('next', signed))
  await eventually(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(said()).toEqual(expect.arrayContaining(['The next study could not be opened']))
  expect(said()).not.toContain('No more studies to read in this list')
  expect(onOpen).not.toHaveBeenCalled()
})

test("doesn't report the end of the list if the list could not be loaded", async () => {
  const { round, onLeave } = begin(async () => {
    throw new TypeError('Failed to fetch')
  })
  await act(() => round.current.prepare())
  act(() => round.current.signed('next', signed))
  await eventually(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(said()).toEqual(expect.arrayContaining(['The next study could not be opened']))
  expect(said()).not.toContain('No more studies to read in this list')
})

test('two presses put a study aside once', async () => {
  const { round, onOpen } = begin()
  let answers: (() => void)[] = []
  putAside = () =>
    new Promise((resolve) => {
      answers.push(() => resolve(Response.json({ success: true })))
    })
  act(() => {
    void round.current.putAside()
    void round.current.putAside()
  })
  await eventually(() => expect(answers.length).toBeGreaterThan(0))
  await act(async () => {
    for (const answer of answers) answer()
    answers = []
  })
  await eventually(() => expect(onOpen).toHaveBeenCalledWith(nextId))
  expect([round.current.counts.putAside, said(), onOpen.mock.calls.length]).toEqual([
    1,
    ['Put aside. The study stays assigned to you.'],
    1,
  ])
})

test("doesn't open the next study after the reader has left", async () => {
  const { round, onOpen, onLeave, leave } = begin()
  await act(() => round.current.prepare())
  let isAsked = false
  let answer = () => {}
  hold = () => {
    isAsked = true
    return new Promise((resolve) => {
      answer = () => resolve(Response.json(held))
    })
  }
  act(() => round.current.signed('next', signed))
  await eventually(() => expect(isAsked).toBe(true))
  leave()
  await act(async () => answer())
  await new Promise(setImmediate)
  expect([onOpen.mock.calls, onLeave.mock.calls]).toEqual([[], []])
})

test('a report whose signature is heard after its reader went to another study closes nothing', async () => {
  const { round, onLeave, open } = begin()
  const ofFirst = round.current
  open(nextId)
  act(() => ofFirst.signed('close', signed))
  act(() => ofFirst.close())
  expect(onLeave).not.toHaveBeenCalled()
  act(() => round.current.close())
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a reader who has left holds no further study', async () => {
  const { round, leave } = begin()
  await act(() => round.current.prepare())
  let isAsked = false
  hold = async () => {
    isAsked = true
    return Response.json(held)
  }
  const ofFirst = round.current
  leave()
  ofFirst.signed('next', signed)
  await new Promise(setImmediate)
  expect(isAsked).toBe(false)
})

test('an answer about a study that was left neither opens another nor keeps the next from being put aside', async () => {
  const { round, onOpen, onLeave, open } = begin()
  const answers: (() => void)[] = []
  putAside = () =>
    new Promise((resolve) => {
      answers.push(() => resolve(Response.json({ success: true })))
    })
  act(() => void round.current.putAside())
  await eventually(() => expect(answers).toHaveLength(1))
  open(nextId)
  act(() => void round.current.putAside())
  await eventually(() => expect(answers).toHaveLength(2))
  await act(async () => answers[0]?.())
  await eventually(() => expect(said()).toEqual(['Put aside. The study stays assigned to you.']))
  await new Promise(setImmediate)
  expect([onOpen.mock.calls, onLeave.mock.calls]).toEqual([[], []])
})
