import type { Presence } from '@readroom/contracts/people/presence'
import { expect, test } from 'vitest'
import { readPresence, toTyped } from './typed-presence.ts'

const presence: Presence = {
  timeZone: 'Europe/Berlin',
  shifts: [
    { weekday: 'Monday', from: '08:00', to: '12:00' },
    { weekday: 'Monday', from: '13:00', to: '17:30' },
    { weekday: 'Sunday', from: '22:00', to: '06:00' },
  ],
  absences: [{ from: '2026-12-24', to: '2026-12-26', reason: 'Family' }],
  version: 3,
}
const typed = toTyped(presence)
const withDays = (days: Partial<typeof typed.days>) => readPresence({ ...typed, days: { ...typed.days, ...days } })

test('shifts are shown as they are typed, and read back as they were', () => {
  expect(typed.days).toMatchObject({ Monday: '08:00-12:00, 13:00-17:30', Tuesday: '', Sunday: '22:00-06:00' })
  const { version: _version, ...fields } = presence
  expect(readPresence(typed)).toEqual({ fields })
})

test('hours without minutes and 24:00 are times too', () => {
  const read = withDays({ Monday: '', Tuesday: '8-12, 16–24:00', Sunday: '' })
  expect('fields' in read && read.fields.shifts).toEqual([
    { weekday: 'Tuesday', from: '08:00', to: '12:00' },
    { weekday: 'Tuesday', from: '16:00', to: '00:00' },
  ])
})

test.each([
  ['text', { Tuesday: 'in the morning' }, { Tuesday: 'Enter times such as 8:00-16:00, 22:00-6:00' }],
  ['an hour that no clock shows', { Tuesday: '8-25' }, { Tuesday: 'Enter times such as 8:00-16:00, 22:00-6:00' }],
  ['a start at 24:00', { Tuesday: '24:00-8' }, { Tuesday: 'Enter times such as 8:00-16:00, 22:00-6:00' }],
  ['a shift without length', { Tuesday: '8-8' }, { Tuesday: 'The end must differ from the start' }],
  ['shifts that overlap on a day', { Tuesday: '8-12, 11-16' }, { Tuesday: 'Shifts must not overlap' }],
  [
    'a night shift into the next morning',
    { Tuesday: '20-9', Wednesday: '8-16' },
    { Tuesday: 'Overlaps a shift of Wednesday', Wednesday: 'Overlaps a shift of Tuesday' },
  ],
  [
    'a night shift of Sunday into Monday',
    { Sunday: '22-9' },
    { Monday: 'Overlaps a shift of Sunday', Sunday: 'Overlaps a shift of Monday' },
  ],
])('%s is refused at its day', (_name, days, errors) => {
  expect(withDays(days)).toEqual({ errors })
})

test('a zone that does not exist is refused at its field', () => {
  expect(readPresence({ ...typed, timeZone: 'Mars' })).toEqual({
    errors: { timeZone: 'Please choose a time zone from the list' },
  })
})
