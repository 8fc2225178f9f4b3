import { priorities } from '@readroom/contracts/core/primitives'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseTarget, specificityOf } from './deadline-choice.ts'

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
  .chain((fields) => place.map((at) => ({ ...fields, ...at })))
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
        const { ruleId, minutes, warningPercent } = chooseTarget(matching, 'URGENT')
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
        expect(chooseTarget(one, 'HIGH')).toEqual(chooseTarget(other, 'HIGH'))
      }),
    )
  })

  it.each(priorities)('takes the default of %s if no rule matches', (urgency) => {
    expect(chooseTarget([], urgency)).toEqual({ minutes: targetMinutes[urgency], warningPercent: 75, ruleId: null })
  })
})
