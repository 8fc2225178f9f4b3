import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { setKeyboardAtOpening } from '../parts/keyboard/keyboard-at-opening.ts'
import { doublePressMs } from '../parts/signing/double-press.ts'
import type { Opening } from '../requests/reading.queries.ts'
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
  answered: [],
  imagesChanged: false,
  hasNewReport: false,
  hasPriors: true,
})

/** The addresses of the calls so far. */
let called: string[] = []
const answers: Record<string, object> = {
  hold: { fence: 1, leaseUntil: '2026-11-22T12:05:00.000Z', savedAt: null, keyImages: [], annotations: [] },
  draft: { revision: 1, savedAt: '2026-11-22T12:00:00.000Z', isSole: true },
  'put-away': {},
}

beforeEach(() => {
  called = []
  // jsdom has no layout.
  Range.prototype.getBoundingClientRect = () => new DOMRect()
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
    return Response.json({ success: false, code: 'STUDY_NOT_FOUND', message: 'Not here' }, { status: 404 })
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
  const at = (study: WorklistRow, opening: Opening | null, isMissing = false) => (
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
          isMissing={isMissing}
          templates={{ chosen: null, hasSeveral: false }}
          onStale={nothing}
        />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const [first, second] = [makeRow(1), makeRow(2)]
  const { rerender } = render(at(first, openingOfStudy(first)))
  const next = (opening: Opening | null = openingOfStudy(second)) => rerender(at(second, opening))
  const miss = () => rerender(at(first, openingOfStudy(first), true))
  return { second, next, miss, onLeave }
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

const field = () => screen.getByRole('textbox', { name: /^Report of/ })
const takesKeys = () => field().getAttribute('contenteditable') === 'true'
/** Waits until this window writes the report, whoever has the keyboard. */
const untilEditable = () => eventually(() => expect(field().getAttribute('aria-readonly')).toBe('false'))
const writable = (study: WorklistRow): Opening => ({ ...openingOf(study), kinds: ['original'] })
const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.activeElement ?? document.body, init)
const bar = () => screen.getByText(/^Keyboard: /).textContent
const findings = () => screen.getByRole('region', { name: 'Findings' }).textContent

test('a report that was taken away does not say that it has the keyboard', async () => {
  const { miss } = sit(writable)
  await untilEditable()
  press({ key: 'F9', code: 'F9' })
  expect(bar()).toBe('Keyboard: report')
  const held = answers.hold
  onTestFinished(() => void Object.assign(answers, { hold: held }))
  delete answers.hold
  miss()
  expect(await screen.findByText('Report: read only')).toBeTruthy()
  expect(screen.queryByText(/^Keyboard: /)).toBeNull()
})

test('a study opens with the keyboard in the images: the report takes no key until it is led there', async () => {
  const { next } = sit(writable)
  await untilEditable()
  expect([bar(), takesKeys()]).toEqual(['Keyboard: images', false])
  press({ key: 'F9', code: 'F9' })
  expect([bar(), takesKeys(), document.activeElement]).toEqual(['Keyboard: report', true, field()])
  press({ key: 'F9', code: 'F9' })
  expect([bar(), takesKeys(), document.activeElement === field()]).toEqual(['Keyboard: images', false, false])
  fireEvent.pointerDown(screen.getByRole('heading', { name: 'Report' }))
  expect([bar(), takesKeys()]).toEqual(['Keyboard: report', true])
  fireEvent.pointerDown(screen.getByRole('navigation', { name: 'Series of the study' }))
  expect([bar(), takesKeys()]).toEqual(['Keyboard: images', false])
  press({ key: '5', code: 'Digit5', altKey: true })
  expect([bar(), takesKeys()]).toEqual(['Keyboard: report', true])
  next()
  await untilEditable()
  expect([bar(), takesKeys()]).toEqual(['Keyboard: images', false])
})

test('a key of the images does nothing while the report has the keyboard, and says so', async () => {
  sit(writable)
  await untilEditable()
  press({ key: 'F9', code: 'F9' })
  for (const [code, key] of [
    ['KeyE', 'Alt E'],
    ['KeyZ', 'Alt Z'],
    ['KeyB', 'Alt B'],
    ['KeyV', 'Alt V'],
  ] as const) {
    press({ code, altKey: true })
    expect(toast.getToasts().at(-1)).toMatchObject({ title: `${key} is a key of the images` })
  }
  expect(screen.queryByRole('complementary', { name: 'Discussion' })).toBeNull()
  press({ key: 'F9', code: 'F9' })
  press({ code: 'KeyB', altKey: true })
  expect(toast.getToasts().at(-1)).toMatchObject({ title: 'No earlier study of this patient' })
})

test('keys that go to a field beside images and report go to neither, and the bar says so', async () => {
  sit(writable)
  await untilEditable()
  fireEvent.click(screen.getByRole('button', { name: /^Discussion/ }))
  act(() => screen.getByLabelText('New comment').focus())
  await eventually(() => expect(bar()).toBe('Keyboard: a field beside'))
  press({ code: 'KeyV', altKey: true })
  expect(toast.getToasts().at(-1)).toMatchObject({ title: 'Alt V is a key of the images' })
  act(() => screen.getByLabelText('New comment').blur())
  await eventually(() => expect(bar()).toBe('Keyboard: images'))
})

test('a study that the server does not show any more is asked for at once, and says so', async () => {
  const { miss } = sit(writable)
  await untilEditable()
  const held = answers.hold
  onTestFinished(() => void Object.assign(answers, { hold: held }))
  delete answers.hold
  miss()
  expect(await screen.findByText(/^You do not have this study any more/)).toBeTruthy()
})

test('a focus that comes by itself gives the report no key, Tab into it does', async () => {
  sit(writable)
  await untilEditable()
  act(() => field().focus())
  expect([bar(), takesKeys()]).toEqual(['Keyboard: images', false])
  field().blur()
  press({ key: 'Tab', code: 'Tab' })
  act(() => field().focus())
  expect([bar(), takesKeys()]).toEqual(['Keyboard: report', true])
})

test('templates are offered from the images, and nothing lies over a text to sign', async () => {
  sit(writable)
  await untilEditable()
  press({ code: 'KeyM', altKey: true })
  expect(screen.getByRole('combobox', { name: 'Search templates' })).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' })
  await eventually(() => expect(screen.queryByRole('combobox')).toBeNull())
  render(<div role="dialog" aria-label="Sign report" />)
  press({ code: 'KeyM', altKey: true })
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('a capital letter on the images begins a sentence in the report; digits, arrows and Delete do nothing there', async () => {
  sit(writable)
  await untilEditable()
  const before = findings()
  for (const key of ['5', 'ArrowDown', 'Delete', 'n']) press({ key })
  expect([bar(), findings()]).toEqual(['Keyboard: images', before])
  press({ key: 'N', code: 'KeyN', shiftKey: true })
  expect(bar()).toBe('Keyboard: report')
  expect(findings()).toBe(`${before}N`)
})

test('opens with the keyboard in the report for a user who chose so, and not for another one', async () => {
  setKeyboardAtOpening('somebody else', 'report')
  onTestFinished(() => localStorage.clear())
  const { next } = sit(writable)
  await untilEditable()
  fireEvent.keyDown(window, { key: 'k', code: 'KeyK', altKey: true })
  expect(bar()).toBe('Keyboard: images')
  fireEvent.click(screen.getByRole('checkbox', { name: /^Give the keyboard to the report/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Close dialog' }))
  // The dialog gives the focus back before anything else happens.
  await eventually(() => expect(document.activeElement?.matches('[data-keyboard-rest]')).toBe(true))
  next()
  await eventually(() => expect([bar(), takesKeys(), document.activeElement]).toEqual(['Keyboard: report', true, field()]))
})

/** Stops the clock, however long the machine takes. */
function stopClock(now = Date.now()) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets the moment pass in which keys may still be meant for the study before. */
const passArrival = () => stopClock(Date.now() + doublePressMs)

test('keys typed on for the study before neither write in the next one nor command it, until it was seen', async () => {
  const { next } = sit(writable)
  await untilEditable()
  stopClock()
  next(null)
  next()
  await untilEditable()
  const before = findings()
  for (const key of ['N', 'o']) press({ key, code: `Key${key.toUpperCase()}`, shiftKey: key === 'N' })
  press({ key: 'F9', code: 'F9' })
  press({ key: '4', code: 'Digit4', altKey: true })
  press({ code: 'KeyJ', altKey: true })
  expect([bar(), findings(), screen.queryByRole('dialog')]).toEqual(['Keyboard: images', before, null])
  expect(toast.getToasts().at(-1)).toMatchObject({ title: 'Your last keys did nothing' })
  passArrival()
  press({ key: 'F9', code: 'F9' })
  expect(bar()).toBe('Keyboard: report')
})

test("a key pressed while the next study is loading doesn't reach the report of the one before", async () => {
  const { second, next, onLeave } = sit(writable)
  const pressSaveClose = () => fireEvent.keyDown(window, { code: 'KeyS', altKey: true })
  await untilEditable()
  stopClock()
  next(null)
  pressSaveClose()
  next()
  await untilEditable()
  pressSaveClose()
  passArrival()
  pressSaveClose()
  await eventually(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(called.filter((path) => path.endsWith('put-away'))).toEqual([`/api/studies/${second._id}/reading/put-away`])
})
