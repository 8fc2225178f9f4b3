import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ProgressLine } from '../../../components/ui/progress.tsx'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { forgetSigned, noteSigned } from '../../reading/parts/signing/last-signed.ts'
import { makeSignedVersion } from '../../reading/session/machine/signed-version.fixture.ts'
import { type RowActions, RowActionsProvider } from '../list/row-actions.tsx'
import { SelectionProvider, useSelection } from '../list/selection.tsx'
import { useWorklistKeys } from './use-worklist-keys.ts'

const rows = [1, 2, 3, 4].map((number) => makeRow(number))
const [, reported] = rows
if (reported) reported.finishedReport = { reportId: reported._id, isSigned: false, kind: null, isCorrectedSince: false }
const spies = () => ({
  openViewer: vi.fn(),
  openReading: vi.fn(),
  openPatient: vi.fn(),
  openSummary: vi.fn(),
  openReports: vi.fn(),
  openShare: vi.fn(),
  openCritical: vi.fn(),
  downloadReport: vi.fn(),
  openSignedReport: vi.fn(),
  downloadReports: vi.fn(),
  openDiscussion: vi.fn(),
  downloadZip: vi.fn(),
  downloadDirect: vi.fn(),
  launchDesktop: vi.fn(),
  downloadSeveral: vi.fn(),
  exportWorklist: vi.fn(),
  assign: vi.fn(),
})
let actions: ReturnType<typeof spies> & RowActions
const onMore = vi.fn()
const onMenu = vi.fn()
const onOpenList = vi.fn()

beforeEach(() => {
  forgetSigned()
  actions = spies()
  onMore.mockReset()
  onMenu.mockReset()
  onOpenList.mockReset()
})
afterEach(cleanup)

function Keys({ children }: { children?: ReactNode }) {
  const searchRef = useRef<HTMLInputElement>(null)
  const [activeId, onActivate] = useState<string | null>(null)
  useWorklistKeys({ rows, activeId, onActivate, onMenu, onShowKeys: () => undefined, onOpenList, searchRef, onMore })
  return (
    <>
      <input aria-label="Search" ref={searchRef} />
      <output aria-label="Active">{rows.find(({ _id }) => _id === activeId)?.patientId}</output>
      {children}
    </>
  )
}

function List({ children }: { children?: ReactNode }) {
  const selection = useSelection(rows)
  return (
    <RowActionsProvider value={actions}>
      <SelectionProvider value={selection}>
        <Keys>{children}</Keys>
        <output aria-label="Selected">{selection.rows.map(({ patientId }) => patientId).join()}</output>
      </SelectionProvider>
    </RowActionsProvider>
  )
}

const press = (key: string, modifiers: KeyboardEventInit = {}, on: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  act(() => void on.dispatchEvent(event))
  return event
}
const shift = { shiftKey: true }
const active = () => screen.getByRole('status', { name: 'Active' }).textContent
const selected = () => screen.getByRole('status', { name: 'Selected' }).textContent

test.each([
  ['s', 'openShare'],
  ['d', 'openDiscussion'],
  ['z', 'downloadZip'],
  ['r', 'openReports'],
  ['p', 'openPatient'],
  ['i', 'openSummary'],
  ['Enter', 'openReading'],
  ['o', 'openViewer'],
] as const)('the key %s runs %s on the active row', (key, action) => {
  render(<List />)
  press(key)
  expect(actions[action]).not.toHaveBeenCalled()
  press('j')
  press(key)
  expect(actions[action]).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test('letters that are still typed after a signature are no commands for the list', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    forgetSigned()
  })
  render(<List />)
  press('j')
  noteSigned({ version: makeSignedVersion(), study: makeRow(9), at: Date.now(), path: '', nextPath: null })
  for (const key of 'LATE KEYS'.toLowerCase()) {
    vi.advanceTimersByTime(400)
    press(key)
  }
  expect([actions.openShare.mock.calls, selected()]).toEqual([[], ''])
  vi.advanceTimersByTime(1_100)
  press('s')
  expect(actions.openShare).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test('Enter opens the images for roles that write no reports', () => {
  Reflect.deleteProperty(actions, 'openReading')
  render(<List />)
  press('j')
  press('Enter')
  expect(actions.openViewer).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test.each([
  ['m', {}],
  ['F10', shift],
  ['ContextMenu', {}],
])('%s opens the menu of the active row', (key, modifiers) => {
  render(<List />)
  press('j')
  press(key, modifiers)
  expect(onMenu).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test('Shift with j, k and arrows extends the selection and shrinks it, and keeps earlier choices', () => {
  render(<List />)
  for (const key of ['j', ' ', 'j', 'j']) press(key)
  expect([active(), selected()]).toEqual(['RH-3', 'RH-1'])
  press('J', shift)
  expect([active(), selected()]).toEqual(['RH-4', 'RH-1,RH-3,RH-4'])
  for (let times = 0; times < 3; times += 1) press('ArrowUp', shift)
  expect([active(), selected()]).toEqual(['RH-1', 'RH-1,RH-2,RH-3'])
  press('ArrowDown', shift)
  press('K', shift)
  press('J', shift)
  expect([active(), selected()]).toEqual(['RH-2', 'RH-1,RH-2,RH-3'])
})

test('Ctrl+A and Cmd+A select all, and Esc clears unless something is open', () => {
  render(<List />)
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(press('a', modifiers).defaultPrevented).toBe(true)
    expect(selected()).toBe('RH-1,RH-2,RH-3,RH-4')
    press('Escape')
    expect(selected()).toBe('')
  }
  press('a', { ctrlKey: true })
  cleanup()
  render(
    <List>
      <div role="menu" />
    </List>,
  )
  press('a', { ctrlKey: true })
  expect(selected()).toBe('')
})

test('ignores keys while a dialog is loading', () => {
  render(
    <List>
      <ProgressLine />
    </List>,
  )
  for (const key of ['j', 'a', 'z']) press(key)
  expect(active()).toBe('')
  expect(actions.assign).not.toHaveBeenCalled()
})

test('Down moves from the search to the rows, and other keys stay in the search', () => {
  render(<List />)
  const search = screen.getByRole('textbox', { name: 'Search' })
  press('/')
  search.focus()
  for (const key of ['j', 'a', 'Escape']) expect(press(key, {}, search).defaultPrevented).toBe(false)
  expect(press('a', { ctrlKey: true }, search).defaultPrevented).toBe(false)
  press('ArrowDown', {}, search)
  expect([active(), document.activeElement]).toEqual(['RH-1', document.body])
})

test("Down at the last row loads more rows, but a held key doesn't", () => {
  render(<List />)
  press('End')
  expect(onMore).not.toHaveBeenCalled()
  press('j', { repeat: true })
  expect(onMore).not.toHaveBeenCalled()
  press('j')
  expect(onMore).toHaveBeenCalledOnce()
})

test('the key a assigns the selected rows, or else the active row', () => {
  render(<List />)
  press('j')
  press('a')
  expect(actions.assign.mock.lastCall?.[0]).toEqual([rows[0]])
  press('J', shift)
  press('a')
  expect(actions.assign.mock.lastCall?.[0]).toEqual([rows[0], rows[1]])
  act(() => actions.assign.mock.lastCall?.[1]([rows[0]?._id]))
  expect(selected()).toBe('RH-2')
})

test('a digit opens the saved list with that number, but not while typing in the search', () => {
  render(<List />)
  const search = screen.getByRole('textbox', { name: 'Search' })
  expect(press('2', {}, search).defaultPrevented).toBe(false)
  expect(press('1', { altKey: true }).defaultPrevented).toBe(false)
  expect(onOpenList).not.toHaveBeenCalled()
  press('9')
  expect(onOpenList).toHaveBeenCalledExactlyOnceWith(9)
})

test('Shift+R downloads the finished report of the active row, if it has one', () => {
  render(<List />)
  press('j')
  expect(press('R', { shiftKey: true }).defaultPrevented).toBe(false)
  press('j')
  press('R', { shiftKey: true })
  expect(actions.downloadReport).toHaveBeenCalledExactlyOnceWith(reported)
})
