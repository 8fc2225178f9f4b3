import type { SummarySeries } from '@readroom/contracts/patients/summary'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { SeriesTable, seriesOf } from './series-table.tsx'

afterEach(cleanup)

const unknown: SummarySeries = {
  _id: '01890000-0000-7000-8000-000000000001',
  seriesNumber: null,
  modality: null,
  seriesDate: null,
  seriesTime: null,
  seriesDescription: null,
  bodyPart: null,
  patientPosition: null,
  numberOfImages: 2,
}
/** Returns the texts of a row without the parts for narrow screens. */
const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('td')].map((cell) => cell.querySelector('bdi,span')?.textContent ?? cell.textContent)

test("shows the row's series info until the series are loaded", () => {
  render(<SeriesTable series={seriesOf({ ...makeRow(1), series: '3/120' }, undefined)} />)
  expect(screen.getByText('Series info: 3/120')).toBeTruthy()
})

test('says so if a study has no series', () => {
  render(<SeriesTable series={[]} />)
  expect(screen.getByText('No Series Found...!')).toBeTruthy()
})

test('missing values of a series are N/A', () => {
  const known: SummarySeries = {
    ...unknown,
    _id: '01890000-0000-7000-8000-000000000002',
    seriesNumber: 3,
    modality: 'MG',
    seriesDate: '2025-11-20',
    seriesTime: '21:16:00',
    seriesDescription: 'L CC',
    bodyPart: 'BREAST',
    patientPosition: 'HFS',
  }
  render(<SeriesTable series={[known, unknown]} />)
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map(cellsOf)).toEqual([
    ['3', 'L CC', 'MG', 'BREAST', '20/11/2025', '21:16', 'HFS', '2'],
    ['N/A', 'N/A', 'N/A', 'N/A', 'N/A', 'N/A', 'N/A', '2'],
  ])
})
