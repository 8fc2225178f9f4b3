import { expect, test } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { locationsOfRows } from './filter-choices.ts'

test('lists the laboratories of the rows once each, by name, and leaves out unknown ones', () => {
  const at = (number: number, location: string | null, locationId: string | null) => ({
    ...makeRow(number),
    location,
    locationId,
  })
  const rows = [at(1, 'Riverside', 'b'), at(2, 'Harbour', 'a'), at(3, 'Riverside', 'b'), at(4, null, null)]
  expect(locationsOfRows(rows)).toEqual([
    { value: 'a', label: 'Harbour', code: '' },
    { value: 'b', label: 'Riverside', code: '' },
  ])
})
