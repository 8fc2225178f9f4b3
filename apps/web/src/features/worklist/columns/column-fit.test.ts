import type { Role } from '@readroom/contracts/core/permissions'
import { expect, test } from 'vitest'
import { readColumnChoice } from './column-choice.ts'
import { fitColumns } from './column-fit.ts'
import { worklistColumns } from './columns.tsx'

const shownTo = (role: Role) =>
  worklistColumns.filter(({ id }) => readColumnChoice(null, role)[id] && (role === 'admin' || id !== 'assignDoctor'))
const [shownToAdmins, shownToReaders, shownToLabs] = [shownTo('admin'), shownTo('doctor_account'), shownTo('lab_staff')]
const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((total, size) => total + size, 0)
const scrollBar = 15

test.each([
  [1280, [shownToLabs, shownToReaders, shownToAdmins]],
  [1366, [shownToLabs, shownToReaders, shownToAdmins]],
  [1440, [shownToLabs, shownToReaders, shownToAdmins]],
  [1920, [shownToLabs, shownToReaders, shownToAdmins]],
  [2560, [shownToLabs, shownToReaders, shownToAdmins]],
])('the columns that are shown by default fill a screen of %i pixels, but never exceed it', (screen, lists) => {
  for (const columns of lists) {
    const sizes = fitColumns(columns, {}, screen - scrollBar)
    expect(sum(sizes)).toBe(screen - scrollBar)
    for (const { id, min } of columns) expect(sizes[id]).toBeGreaterThanOrEqual(min)
  }
})

test('pinned columns leave most of a small screen to the others', () => {
  const sizes = fitColumns(shownToAdmins, {}, 1366 - scrollBar)
  const pinned = shownToAdmins.filter((column) => column.pinned).map(({ id }) => id)
  expect(pinned).toEqual(['checkbox', 'status', 'patientId', 'patientName'])
  expect(pinned.reduce((total, id) => total + (sizes[id] ?? 0), 0)).toBeLessThan(400)
})

test('days give up their year before any other column shrinks, and the description takes most of the extra width', () => {
  const [narrow, wide] = [fitColumns(shownToLabs, {}, 1316), fitColumns(shownToLabs, {}, 1920)]
  const size = Object.fromEntries(shownToLabs.map((column) => [column.id, column.size]))
  const changed = Object.keys(narrow).filter((id) => narrow[id] !== size[id])
  expect(changed).toEqual(['studyDate', 'reportedDate'])
  const gained = (id: string) => (wide[id] ?? 0) - (size[id] ?? 0)
  expect(gained('description')).toBeGreaterThan(gained('location'))
  expect(gained('location')).toBeGreaterThan(50)
  expect(gained('studyDate')).toBe(0)
})

test('the name of the patient and the description shrink last', () => {
  const byUpload = worklistColumns.filter((column) => column.id === 'uploadDate' || shownToAdmins.includes(column))
  const sizes = fitColumns(byUpload, {}, 1440 - scrollBar)
  expect(sizes.patientName).toBeGreaterThan(110)
  expect(sizes.description).toBeGreaterThan(90)
  for (const { id, min } of shownToAdmins.filter((column) => ['location', 'assignedTo'].includes(column.id)))
    expect(sizes[id]).toBe(min)
})

test('a width chosen by the user stays, whatever the room', () => {
  for (const room of [900, 1366, 2560]) expect(fitColumns(shownToLabs, { location: 333 }, room).location).toBe(333)
})

const everywhere = Array.from({ length: 80 }, (_, step) => 37 * step)

test.each([
  ['the default columns', shownToLabs],
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
