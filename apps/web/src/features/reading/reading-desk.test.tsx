import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
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
  draft: null,
  versions: [],
  kinds: [],
  hold: null,
  keyImages: [],
  annotations: [],
  series: [],
  localKey: '',
  passwordNeeded: false,
  isAside: false,
  imagesChanged: false,
})

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async () => Response.json({ success: false, code: 'NOT_FOUND', message: 'Not here' }, { status: 404 }))
  sessionStore.start({ ...someUser, role: 'doctor_account' }, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

/** Opens the desk on one study. `next` moves on to another that was loaded ahead. */
function sit() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const nothing = () => {}
  const windowId = randomUUID()
  const at = (study: WorklistRow) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReadingDesk
          studyId={study._id}
          opening={openingOf(study)}
          windowId={windowId}
          isFresh={true}
          template={null}
          hasSeveralTemplates={false}
          back="/"
          onStale={nothing}
          pathOf={(id: string) => `/reading/${id}`}
          onOpen={nothing}
          onLeave={nothing}
          readList={async () => []}
          documents={() => null}
          critical={(row) => (
            <div role="dialog" aria-label={`Critical results of ${row.patientName}`}>
              <input aria-label="Finding" />
            </div>
          )}
        />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(at(makeRow(1)))
  return { next: () => rerender(at(makeRow(2))) }
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
