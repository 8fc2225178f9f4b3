import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { noActions } from '../list/row-actions.fixture.ts'
import { RowActionsProvider } from '../list/row-actions.tsx'
import { ActionsCell, ClinicalHistoryCell, DescriptionCell, DiscussionCell, PatientNameCell, ReportCell } from './cells.tsx'

const nothing = () => {}

afterEach(cleanup)

test.each([
  ['', 'No clinical history', 0],
  [' \n ', 'No clinical history', 0],
  [' Fell from a horse. ', 'Clinical history: Fell from a horse.', 1],
])('a clinical history of %j reads %j', (clinicalHistory, words, dots) => {
  const { container } = render(<ClinicalHistoryCell row={{ ...makeRow(1), clinicalHistory }} />)
  expect(container.textContent).toBe(words)
  expect(container.querySelectorAll('.wl-pulse')).toHaveLength(dots)
})

test.each([
  [0, 'Discussion, no comments', ''],
  [1, 'Discussion, 1 comment', '1'],
  [120, 'Discussion, 99+ comments', '99+'],
])('a discussion of %i comments reads %j', (discussions, name, badge) => {
  const opened = vi.fn()
  const row = { ...makeRow(1), discussions }
  render(
    <RowActionsProvider value={{ ...noActions, openDiscussion: opened }}>
      <DiscussionCell row={row} />
    </RowActionsProvider>,
  )
  const button = screen.getByRole('button', { name })
  expect(button.textContent).toBe(badge)
  button.click()
  expect(opened).toHaveBeenCalledWith(row)
})

test.each([
  ['is offered if the archive has one', { openArchiveViewer: nothing }, ['OHIF viewer', 'Archive viewer', 'Desktop viewer']],
  ['is not offered if the archive has none', {}, ['OHIF viewer', 'Desktop viewer']],
])("the archive's own viewer %s", async (_where, actions, viewers) => {
  render(
    <RowActionsProvider value={{ ...noActions, ...actions }}>
      <ActionsCell row={makeRow(1)} />
    </RowActionsProvider>,
  )
  fireEvent.keyDown(screen.getByRole('button', { name: 'More downloads and viewers' }), { key: 'Enter' })
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '')
  expect(items.filter((text) => text.includes('viewer')).map((text) => /^.*viewer/.exec(text)?.[0])).toEqual(viewers)
})

test.each([
  ['original', false, 'Reports'],
  ['addendum', false, 'Reports: with addendum'],
  ['correction', false, 'Reports: corrected report'],
  ['correction', true, 'Reports: corrected since your download'],
  ['addendum', true, 'Reports: addendum since your download'],
] as const)('for a report that is %s, corrected since the download %s, the row says "%s"', (kind, isCorrectedSince, label) => {
  const finishedReport = { reportId: makeRow(7)._id, isSigned: true, kind, isCorrectedSince }
  render(
    <RowActionsProvider value={noActions}>
      <ReportCell row={{ ...makeRow(1), ReportAvailable: true, finishedReport }} />
    </RowActionsProvider>,
  )
  expect(screen.getByRole('button', { name: label })).toBeTruthy()
})

test('a finished report is downloaded with one click, and there is no button without one', () => {
  const downloadReport = vi.fn()
  const show = (row: ReturnType<typeof makeRow>) =>
    render(
      <RowActionsProvider value={{ ...noActions, downloadReport }}>
        <ReportCell row={row} />
      </RowActionsProvider>,
    )
  show(makeRow(1))
  expect(screen.queryByRole('button', { name: 'Download report' })).toBeNull()
  cleanup()
  const finishedReport = { reportId: makeRow(7)._id, isSigned: true, kind: 'original', isCorrectedSince: false } as const
  const row = { ...makeRow(1), finishedReport }
  show(row)
  fireEvent.click(screen.getByRole('button', { name: 'Download report' }))
  expect(downloadReport).toHaveBeenCalledWith(row)
})

test('a preliminary report is a word beside the description, and other warnings stay beside the name', () => {
  const row: WorklistRow = { ...makeRow(1), flags: ['preliminaryReport', 'newImages'] }
  const { container: description } = render(<DescriptionCell row={row} />)
  const { container: name } = render(<PatientNameCell row={row} />)
  expect(description.textContent).toContain('Preliminary')
  expect(name.textContent).not.toContain('Preliminary')
  expect(name.textContent).toContain('New images')
})
