import { act, cleanup, render } from '@testing-library/react'
import { BrowserRouter, type NavigateFunction, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useDialogUrl } from './dialog-url.ts'

afterEach(cleanup)

/** Renders a page with dialogs and a second page beside it. */
function openPage() {
  const page: { dialogs?: ReturnType<typeof useDialogUrl>; address: string; go: NavigateFunction } = { address: '', go: () => {} }
  function Page() {
    page.dialogs = useDialogUrl('study')
    return null
  }
  function Address() {
    const { pathname, search } = useLocation()
    page.address = pathname + search
    page.go = useNavigate()
    return null
  }
  window.history.replaceState(null, '', '/list?search=ankle')
  render(
    <BrowserRouter>
      <Address />
      <Routes>
        <Route path="/list" element={<Page />} />
        <Route path="/reading" element={null} />
      </Routes>
    </BrowserRouter>,
  )
  return {
    page,
    open: (dialog: string, id: string) => act(() => page.dialogs?.open(dialog, id)),
    close: () => act(() => page.dialogs?.close()),
    go: (to: string) => act(() => void page.go(to)),
  }
}

test('opening and closing a dialog keeps the rest of the address', () => {
  const { page, open, close } = openPage()
  open('assign', 'a')
  expect(page.address).toBe('/list?search=ankle&dialog=assign&study=a')
  close()
  expect(page.address).toBe('/list?search=ankle')
})

test('a late close of a dialog closes no other dialog, restores no former list and leaves no other page', () => {
  const { page, open, close, go } = openPage()
  open('assign', 'a')
  const late = page.dialogs?.close ?? (() => {})
  close()
  open('patient', 'b')
  act(late)
  expect(page.address).toBe('/list?search=ankle&dialog=patient&study=b')
  go('/list?search=wrist')
  act(late)
  expect(page.address).toBe('/list?search=wrist')
  go('/reading')
  act(late)
  expect(page.address).toBe('/reading')
})
