import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Tabs } from 'radix-ui'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const onClose = vi.fn()
const pointer = (coarse: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: coarse }))

beforeEach(() => {
  onClose.mockReset()
  pointer(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tabs = (
  <Tabs.Root defaultValue="two">
    <Tabs.List>
      <Tabs.Trigger value="one">One</Tabs.Trigger>
      <Tabs.Trigger value="two">Two</Tabs.Trigger>
    </Tabs.List>
  </Tabs.Root>
)
const field = <input aria-label="Name" />
const marked = (
  <button type="button" data-autofocus>
    Generate
  </button>
)

const begin = (content: React.ReactNode) => {
  render(
    <Dialog title="Something" onClose={onClose}>
      <p>Words</p>
      {content}
    </Dialog>,
  )
  return document.activeElement
}

test('focuses the marked control, else the first field, else the tab', () => {
  expect(begin([field, marked])).toBe(screen.getByRole('button', { name: 'Generate' }))
  cleanup()
  expect(begin([tabs, field])).toBe(screen.getByRole('textbox', { name: 'Name' }))
  cleanup()
  expect(begin(tabs)).toBe(screen.getByRole('tab', { name: 'Two' }))
})

test('a dialog without fields gets the focus itself, never its close button', () => {
  const focused = begin(null)
  expect(focused).toBe(screen.getByRole('dialog', { name: 'Something' }))
  fireEvent.keyDown(focused ?? document.body, { key: 'Enter' })
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog that opens by itself focuses no action and ignores keys until the user pauses', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const act = vi.fn()
  const marked = (
    <button type="button" data-autofocus onClick={act}>
      Use mine
    </button>
  )
  render(
    <Dialog title="Something" onClose={onClose} unasked>
      {marked}
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Something' })
  expect(document.activeElement).toBe(dialog)
  for (const key of ['b', ' ', 'Enter', 'Tab', 'Escape']) {
    expect(fireEvent.keyDown(document.activeElement ?? dialog, { key })).toBe(false)
    await vi.advanceTimersByTimeAsync(800)
  }
  expect([act.mock.calls, onClose.mock.calls]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(1_000)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a click in a dialog that opened by itself enables its keys at once', () => {
  render(
    <Dialog title="Something" onClose={onClose} unasked>
      {field}
    </Dialog>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  expect(fireEvent.keyDown(input, { key: 'a' })).toBe(false)
  fireEvent.pointerDown(input)
  expect(fireEvent.keyDown(input, { key: 'a' })).toBe(true)
})

test('focuses no field on a touch screen, where the keyboard would open', () => {
  pointer(true)
  expect(begin(field)).toBe(screen.getByRole('dialog', { name: 'Something' }))
})
