import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import type { Opening } from './reading.queries.ts'
import { ReadingDesk } from './reading-desk.tsx'

const openingOf = (study: WorklistRow): Opening => ({
  success: true,
  study,
  clinicalHistory: '',
  historySource: 'record',
  generation: 1,
  draft: null,
  versions: [],
  kinds: [],
  hold: null,
  keyImages: [],
  annotations: [],
  series: [],
  localKey: btoa('k'.repeat(32)),
  passwordNeeded: false,
  isAside: false,
  imagesChanged: false,
  hasNewReport: false,
})

/** The addresses of the calls so far. */
let called: string[] = []
const answers: Record<string, object> = {
  hold: { fence: 1, leaseUntil: '2026-11-22T12:05:00.000Z', savedAt: null, keyImages: [], annotations: [] },
  draft: { revision: 1, savedAt: '2026-11-22T12:00:00.000Z' },
  'put-away': {},
}

beforeEach(() => {
  called = []
  // jsdom has no layout.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://readroom.test')
    called.push(pathname)
    const answer = answers[pathname.split('/').at(-1) ?? '']
    if (answer) return Response.json({ success: true, ...answer })
    return Response.json({ success: false, code: 'NOT_FOUND', message: 'Not here' }, { status: 404 })
  })
  sessionStore.start({ ...someUser, role: 'doctor_account' }, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

/** Opens the desk on one study. `next` moves on to another that was loaded ahead, or with null to one that is still loading. */
function sit(openingOfStudy: (study: WorklistRow) => Opening = openingOf) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const nothing = () => {}
  const windowId = randomUUID()
  const onLeave = vi.fn()
  const at = (study: WorklistRow, opening: Opening | null) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReadingDesk
          page={{
            studyId: study._id,
            back: '/',
            pathOf: (id) => `/reading/${id}`,
            onOpen: nothing,
            onLeave,
            readList: async () => [],
            documents: () => null,
            critical: (row) => (
              <div role="dialog" aria-label={`Critical results of ${row.patientName}`}>
                <input aria-label="Finding" />
              </div>
            ),
          }}
          opening={opening}
          windowId={windowId}
          isFresh={true}
          templates={{ chosen: null, hasSeveral: false }}
          onStale={nothing}
        />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const [first, second] = [makeRow(1), makeRow(2)]
  const { rerender } = render(at(first, openingOfStudy(first)))
  const next = (opening: Opening | null = openingOfStudy(second)) => rerender(at(second, opening))
  return { second, next, onLeave }
}

test("a comment being written about one patient doesn't appear beside the next", async () => {
  const { next } = sit()
  fireEvent.click(screen.getByRole('button', { name: /^Discussion/ }))
  fireEvent.change(await screen.findByLabelText('New comment'), { target: { value: 'Of the first patient' } })
  next()
  expect(await screen.findByLabelText('New comment')).toHaveProperty('value', '')
})

test('a dialog about one patient is not kept for the next', async () => {
  const { next } = sit()
  fireEvent.click(screen.getByRole('button', { name: /Critical results/ }))
  fireEvent.change(await screen.findByLabelText('Finding'), { target: { value: 'Of the first patient' } })
  next()
  expect(screen.queryByLabelText('Finding')).toBeNull()
})

const untilEditable = () =>
  eventually(() => {
    const field = screen.getByRole('textbox', { name: /^Report of/ })
    expect(field.getAttribute('contenteditable')).toBe('true')
  })

test("a key pressed while the next study is loading doesn't reach the report of the one before", async () => {
  const { second, next, onLeave } = sit((study) => ({ ...openingOf(study), kinds: ['original'] }))
  const pressSaveClose = () => fireEvent.keyDown(window, { code: 'KeyS', altKey: true })
  await untilEditable()
  next(null)
  pressSaveClose()
  next()
  await untilEditable()
  pressSaveClose()
  await eventually(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(called.filter((path) => path.endsWith('put-away'))).toEqual([`/api/studies/${second._id}/reading/put-away`])
})
