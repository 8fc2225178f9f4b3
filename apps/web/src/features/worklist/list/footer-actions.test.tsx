import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { FooterActions } from './footer-actions.tsx'
import { noActions } from './row-actions.fixture.ts'
import { type RowActions, RowActionsProvider } from './row-actions.tsx'
import { SelectionProvider, useSelection } from './selection.tsx'

afterEach(cleanup)

function show(nextToRead: WorklistRow | null, openReading?: RowActions['openReading']) {
  const actions: RowActions = { ...noActions, ...(openReading && { openReading }) }
  function Footer() {
    return (
      <SelectionProvider value={useSelection([])}>
        <FooterActions nextToRead={nextToRead} onExport={() => undefined} />
      </SelectionProvider>
    )
  }
  render(
    <RowActionsProvider value={actions}>
      <Footer />
    </RowActionsProvider>,
  )
}

test("a reader's first action opens the next study to read", () => {
  const openReading = vi.fn()
  show(makeRow(1), openReading)
  fireEvent.click(screen.getByRole('button', { name: 'Read Next' }))
  expect(openReading).toHaveBeenCalledWith(makeRow(1))
})

test('opens nothing if no study is left to read', () => {
  const openReading = vi.fn()
  show(null, openReading)
  fireEvent.click(screen.getByRole('button', { name: 'Read Next' }))
  expect(openReading).not.toHaveBeenCalled()
})

test('the first action of users who neither read nor assign downloads reports, and an export comes later', () => {
  show(makeRow(1))
  const labels = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(labels.slice(0, 2)).toEqual(['Download Reports', 'Export Worklist'])
})
