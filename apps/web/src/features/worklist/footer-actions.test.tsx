import type { WorklistRow } from '@readroom/contracts/studies'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import { FooterActions } from './footer-actions.tsx'
import { type RowActions, RowActionsProvider } from './row-actions.tsx'
import { SelectionProvider, useSelection } from './selection.tsx'

afterEach(cleanup)

function show(nextToRead: WorklistRow | null, openReading?: RowActions['openReading']) {
  const nothing = () => {}
  const actions: RowActions = {
    openViewer: nothing,
    openPatient: nothing,
    openSummary: nothing,
    openReports: nothing,
    openShare: nothing,
    openCritical: nothing,
    downloadReport: nothing,
    openSignedReport: nothing,
    downloadReports: nothing,
    openDiscussion: nothing,
    downloadZip: nothing,
    downloadDirect: nothing,
    launchDesktop: nothing,
    downloadSeveral: nothing,
    exportWorklist: nothing,
    ...(openReading && { openReading }),
  }
  function Footer() {
    return (
      <SelectionProvider value={useSelection([])}>
        <FooterActions nextToRead={nextToRead} onExport={nothing} />
      </SelectionProvider>
    )
  }
  render(
    <RowActionsProvider value={actions}>
      <Footer />
    </RowActionsProvider>,
  )
}

test('the first action of a reader opens the study that is to be read next', () => {
  const openReading = vi.fn()
  show(makeRow(1), openReading)
  fireEvent.click(screen.getByRole('button', { name: 'Read Next' }))
  expect(openReading).toHaveBeenCalledWith(makeRow(1))
})

test('where nothing is left to read, nothing opens', () => {
  const openReading = vi.fn()
  show(null, openReading)
  fireEvent.click(screen.getByRole('button', { name: 'Read Next' }))
  expect(openReading).not.toHaveBeenCalled()
})

test('who does not read has no such action', () => {
  show(makeRow(1))
  expect(screen.queryByRole('button', { name: 'Read Next' })).toBeNull()
})
