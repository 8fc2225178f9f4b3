import type { SummarySeries } from '@readroom/contracts/summary'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import { SeriesTable, seriesOf } from './series-table.tsx'

afterEach(cleanup)

const unknown: SummarySeries = {
  _id: '01890000-0000-7000-8000-000000000001',
  ...{ seriesNumber: null, modality: null, seriesDate: null, seriesTime: null },
  ...{ seriesDescription: null, bodyPart: null, patientPosition: null, numberOfImages: 2 },
}
/** Without what is there for narrow screens alone. */
const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('td')].map((cell) => cell.querySelector('bdi,span')?.textContent ?? cell.textContent)

test('before the series are read, what the row says of them is shown', () => {
  render(<SeriesTable series={seriesOf({ ...makeRow(1), series: '3/120' }, undefined)} />)
  expect(screen.getByText('Series info: 3/120')).toBeTruthy()
})

test('a study without series says so', () => {
  render(<SeriesTable series={[]} />)
  expect(screen.getByText('No Series Found...!')).toBeTruthy()
})

test('what is not known of a series is N/A', () => {
  const known: SummarySeries = {
    ...{ ...unknown, _id: '01890000-0000-7000-8000-000000000002', seriesNumber: 3, modality: 'MG', seriesDate: '2025-11-20' },
    ...{ seriesTime: '21:16:00', seriesDescription: 'L CC', bodyPart: 'BREAST', patientPosition: 'HFS' },
  }
  render(<SeriesTable series={[known, unknown]} />)
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map(cellsOf)).toEqual([
    ['3', 'L CC', 'MG', 'BREAST', '20/11/2025', '21:16', 'HFS', '2'],
    ['N/A', 'N/A', 'N/A', 'N/A', 'N/A', 'N/A', 'N/A', '2'],
  ])
})
