import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { LocationCell, LocationNamesProvider, namesOfLocations, splitName } from './location-cell.tsx'

afterEach(cleanup)

const names = ['Northgate Imaging Main', 'Northgate Imaging ED', 'Northgate', 'Kestrel Imaging', 'Harbour']

test.each([
  ['Northgate Imaging ED', 'Northgate Imaging', 'ED'],
  ['Northgate', '', 'Northgate'],
  ['Kestrel Imaging', '', 'Kestrel Imaging'],
  ['Harbour', '', 'Harbour'],
])('of %s, %j may be cut off, and %j stays', (name, shared, own) => {
  expect(splitName(name, names)).toEqual({ shared, own })
})

test('reads as the whole name, which is also its tip', () => {
  const rows = ['Northgate ED', 'Northgate Main', null].map((location, index) => ({ ...makeRow(index), location }))
  expect(namesOfLocations(rows)).toEqual(['Northgate ED', 'Northgate Main'])
  render(
    <LocationNamesProvider value={namesOfLocations(rows)}>
      {rows.map((row) => (
        <p key={row._id}>
          <LocationCell row={row} />
        </p>
      ))}
    </LocationNamesProvider>,
  )
  expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
    'Northgate ED',
    'Northgate Main',
    'N/A',
  ])
  expect(screen.getByText('ED').parentElement?.dataset.tip).toBe('Northgate ED')
})
