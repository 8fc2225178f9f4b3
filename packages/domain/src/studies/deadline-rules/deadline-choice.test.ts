import { priorities } from '@readroom/contracts/core/primitives'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseTarget, deadlineFrom, specificityOf } from './deadline-choice.ts'
import { makeWorkingClock } from './working-time.ts'

const minute = 60_000
const start = new Date('2026-11-27T16:30:00Z')
const roundTheClock = { calendarId: null, readyBefore: null, dueBy: null, clock: null }

const lab = '01890000-0000-7000-8000-000000000001'

/** The parts that rules name, from the most specific rule to the least. */
const order = [
  'labId urgency modality',
  'labId urgency',
  'labId modality',
  'labId',
  'urgency modality',
  'urgency',
  'modality',
  '',
]

type Place = Parameters<typeof specificityOf>[0]
const namedBy = (place: Place) =>
  order.indexOf((['labId', 'urgency', 'modality'] as const).filter((part) => place[part]).join(' '))

const place = fc.record({
  labId: fc.constantFrom(lab, null),
  urgency: fc.constantFrom(...priorities, null),
  modality: fc.constantFrom(...imagingModalities, null),
})
const rule = fc
  .record({ id: fc.uuid(), minutes: fc.integer({ min: 1, max: 43_200 }), warningPercent: fc.integer({ min: 1, max: 99 }) })
  .chain((fields) => place.map((at) => ({ ...fields, ...roundTheClock, ...at })))
/** No two rules are for the same studies, as the database demands. */
const rules = fc.uniqueArray(rule, {
  selector: ({ labId, urgency, modality }) => `${labId} ${urgency} ${modality}`,
  maxLength: 12,
})

describe('the choice of a deadline rule', () => {
  it('follows one order, in which rules are equal only if they name the same parts', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(Math.sign(specificityOf(one) - specificityOf(other))).toBe(Math.sign(namedBy(other) - namedBy(one)))
      }),
    )
  })

  it('takes the most specific rule, and of equal ones the one with the fewest minutes', () => {
    fc.assert(
      fc.property(rules, (matching) => {
        const { ruleId, minutes, warningPercent } = chooseTarget(matching, 'URGENT', start)
        const best = Math.min(...matching.map(namedBy))
        const equals = matching.filter((one) => namedBy(one) === best)
        const chosen = equals.find(({ id }) => id === ruleId)
        expect(chosen?.minutes).toBe(matching.length > 0 ? Math.min(...equals.map((one) => one.minutes)) : undefined)
        if (chosen)
          expect({ minutes, warningPercent }).toEqual({ minutes: chosen.minutes, warningPercent: chosen.warningPercent })
      }),
    )
  })

  it('does not depend on the order in which rules are read', () => {
    const read = rules.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    )
    fc.assert(
      fc.property(read, ([one, other]) => {
        expect(chooseTarget(one, 'HIGH', start)).toEqual(chooseTarget(other, 'HIGH', start))
      }),
    )
  })

  it.each(priorities)('takes the default of %s if no rule matches', (urgency) => {
    const minutes = targetMinutes[urgency]
    expect(chooseTarget([], urgency, start)).toEqual({
      minutes,
      warningPercent: 75,
      ruleId: null,
      calendarId: null,
      dueAt: new Date(start.getTime() + minutes * minute),
      warnAt: new Date(start.getTime() + minutes * 0.75 * minute),
    })
  })

  it('takes the earliest deadline of equal rules, whatever their minutes', () => {
    const clock = makeWorkingClock(office)
    const fields = { labId: null, urgency: null, warningPercent: 75, ...roundTheClock }
    const inOffice = { ...fields, id: lab, modality: 'CT' as const, minutes: 120, calendarId: lab, clock }
    const always = { ...fields, id: lab, modality: 'MR' as const, minutes: 240 }
    expect(chooseTarget([inOffice, always], 'HIGH', start).minutes).toBe(240)
  })
})

/** Monday to Friday 8 to 18 in Berlin. */
const office = {
  timeZone: 'Europe/Berlin',
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => (weekday < 6 ? [{ from: '08:00', to: '18:00' }] : [])),
  holidays: ['2026-11-30'],
}

describe('a deadline in a calendar', () => {
  const clock = makeWorkingClock(office)
  const inOffice = { ...roundTheClock, calendarId: lab, clock }

  it('counts working time, and warns after its share of that', () => {
    expect(deadlineFrom({ ...inOffice, minutes: 120, warningPercent: 50 }, start)).toEqual({
      dueAt: new Date('2026-12-01T08:30:00Z'),
      warnAt: new Date('2026-12-01T07:30:00Z'),
    })
  })

  it('is the due time of a cut-off, with its warning in working time', () => {
    const cutOff = { ...inOffice, minutes: null, readyBefore: '16:00', dueBy: '18:00', warningPercent: 50 }
    // Half an hour is left on Friday, Monday is a holiday, and Tuesday has ten hours: 5:15 of 10:30.
    expect(deadlineFrom(cutOff, start)).toEqual({
      dueAt: new Date('2026-12-01T17:00:00Z'),
      warnAt: new Date('2026-12-01T11:45:00Z'),
    })
    const afterClosing = { ...cutOff, readyBefore: '19:00', dueBy: '20:00' }
    const dueAt = new Date('2026-11-27T19:00:00Z')
    expect(deadlineFrom(afterClosing, new Date('2026-11-27T17:30:00Z'))).toEqual({ dueAt, warnAt: dueAt })
  })
})
