import { expect, test } from 'vitest'
import { readColumnChoice } from './column-choice.ts'
import { fitColumns } from './column-fit.ts'
import { worklistColumns } from './columns.tsx'

const shownAtFirst = worklistColumns.filter(({ id }) => readColumnChoice(null, false)[id])
const shownToReaders = worklistColumns.filter(({ id }) => readColumnChoice(null, true)[id] && id !== 'assignDoctor')
const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((total, size) => total + size, 0)
const scrollBar = 15

test.each([1280, 1366, 1440, 1920, 2560])(
  'the columns that are shown by default fill a screen of %i pixels, but never exceed it',
  (screen) => {
    for (const columns of [shownAtFirst, shownToReaders]) {
      const sizes = fitColumns(columns, {}, screen - scrollBar)
      expect(sum(sizes)).toBe(screen - scrollBar)
      for (const { id, min } of columns) expect(sizes[id]).toBeGreaterThanOrEqual(min)
    }
  },
)

test('pinned columns leave most of a small screen to the others', () => {
  const sizes = fitColumns(shownAtFirst, {}, 1280 - scrollBar)
  const pinned = shownAtFirst.filter((column) => column.pinned).map(({ id }) => id)
  expect(pinned).toEqual(['checkbox', 'status', 'patientId', 'patientName'])
  expect(pinned.reduce((total, id) => total + (sizes[id] ?? 0), 0)).toBeLessThan(380)
})

test('the description shrinks before any other column, and takes most of the extra width', () => {
  const [narrow, wide] = [fitColumns(shownAtFirst, {}, 1390), fitColumns(shownAtFirst, {}, 1920)]
  const size = Object.fromEntries(shownAtFirst.map((column) => [column.id, column.size]))
  const changed = Object.keys(narrow).filter((id) => narrow[id] !== size[id])
  expect(changed).toEqual(['description'])
  const gained = (id: string) => (wide[id] ?? 0) - (size[id] ?? 0)
  expect(gained('description')).toBeGreaterThan(gained('location'))
  expect(gained('location')).toBeGreaterThan(50)
  expect(gained('studyDate')).toBe(0)
})

test('a width chosen by the user stays, whatever the room', () => {
  for (const room of [900, 1366, 2560]) expect(fitColumns(shownAtFirst, { location: 333 }, room).location).toBe(333)
})

const everywhere = Array.from({ length: 80 }, (_, step) => 37 * step)

test.each([
  ['the default columns', shownAtFirst],
  ['all columns', worklistColumns],
  ['columns that cannot grow', worklistColumns.filter(({ grow }) => !grow)],
])('%s keep their limits, and neither waste room nor exceed it', (_which, columns) => {
  const least = columns.reduce((total, { min }) => total + min, 0)
  const most = columns.reduce((total, { size, max, grow }) => total + (grow ? (max ?? Number.POSITIVE_INFINITY) : size), 0)
  for (const width of everywhere) {
    const sizes = fitColumns(columns, {}, width)
    for (const { id, min, size, max = size } of columns) {
      expect(sizes[id]).toBeGreaterThanOrEqual(min)
      if (id !== 'description') expect(sizes[id]).toBeLessThanOrEqual(max)
    }
    expect(sum(sizes)).toBe(Math.min(Math.max(width, least), most))
  }
})
