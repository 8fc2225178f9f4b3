import type { Presence } from '@readroom/contracts/people/presence'
import { expect, test } from 'vitest'
import { PresenceForm, toPresenceForm } from './presence-form.ts'

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
const typed = toPresenceForm(presence)

/** Returns the fields to send, or the message at each field. */
function read(form: PresenceForm) {
  const { data, error } = PresenceForm.safeParse(form)
  return data
    ? { fields: data }
    : { errors: Object.fromEntries(error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? []) }
}
const withDays = (days: Partial<typeof typed.days>) => read({ ...typed, days: { ...typed.days, ...days } })

test('shifts are shown as they are typed, and read back as they were', () => {
  expect(typed.days).toMatchObject({ Monday: '08:00-12:00, 13:00-17:30', Tuesday: '', Sunday: '22:00-06:00' })
  expect(read(typed)).toEqual({ fields: presence })
})

test('a day that ends at midnight is shown as it was typed, also a whole one', () => {
  const { fields } = withDays({ Monday: '0-24', Tuesday: '16:00-24:00', Sunday: '' })
  expect(fields?.shifts).toEqual([
    { weekday: 'Monday', from: '00:00', to: '00:00' },
    { weekday: 'Tuesday', from: '16:00', to: '00:00' },
  ])
  const shown = fields && toPresenceForm({ ...fields, version: 3 }).days
  expect([shown?.Monday, shown?.Tuesday]).toEqual(['00:00-24:00', '16:00-24:00'])
})

test('hours without minutes and 24:00 are times too', () => {
  const { fields } = withDays({ Monday: '', Tuesday: '8-12, 16–24:00', Sunday: '' })
  expect(fields?.shifts).toEqual([
    { weekday: 'Tuesday', from: '08:00', to: '12:00' },
    { weekday: 'Tuesday', from: '16:00', to: '00:00' },
  ])
})

test.each([
  ['text', { Tuesday: 'in the morning' }, { Tuesday: 'Enter times such as 8:00-16:00, 22:00-6:00' }],
  ['an hour that no clock shows', { Tuesday: '8-25' }, { Tuesday: 'Enter times such as 8:00-16:00, 22:00-6:00' }],
  ['a start at 24:00', { Tuesday: '24:00-8' }, { Tuesday: 'Enter times such as 8:00-16:00, 22:00-6:00' }],
  ['a shift without length', { Tuesday: '8-8' }, { Tuesday: 'The end must differ from the start. A whole day is 0:00-24:00' }],
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
  expect(read({ ...typed, timeZone: 'Mars' }).errors).toHaveProperty('timeZone')
})

test('an absence that was typed and not added is not lost', () => {
  expect(read({ ...typed, draft: { from: '2026-12-30', to: '', reason: '' } })).toEqual({
    errors: { from: 'Add this absence first, or clear its fields' },
  })
})
