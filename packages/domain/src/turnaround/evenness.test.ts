import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditShares, evennessOf } from './evenness.ts'

const work = (minutes: number, shareMinutes = 10) => ({ minutes, shareMinutes })

describe('evenness', () => {
  it.each([
    [[work(3), work(3), work(3)], 1],
    [[work(4), work(0), work(0), work(0)], 0.25],
    [[work(2), work(1)], 0.9],
    [[work(20, 20), work(10, 10), work(5, 5)], 1],
    [[work(0), work(0)], null],
    [[], null],
  ])('of %j is %j', (doctors, expected) => {
    expect(evennessOf(doctors)).toBe(expected)
  })

  it('hardly changes with a doctor who was on for a few minutes, and not with one who never was', () => {
    const team = Array.from({ length: 10 }, () => work(600, 600))
    expect(evennessOf([...team, work(0, 1)])).toBeGreaterThan(0.999)
    expect(evennessOf([...team, work(0, 0), work(90, 0)])).toBe(1)
  })

  it('is between 0 and 1, and 1 for all who have the same part of their share', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 20 })
    const minutes = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(shares, minutes, fc.integer({ min: 1, max: 9 }), (due, given, part) => {
        const evenness = evennessOf(due.map((share, place) => work(given[place] ?? 0, share)))
        if (evenness !== null) expect(evenness >= 0 && evenness <= 1).toBe(true)
        expect(evennessOf(due.map((share) => work(share * part, share)))).toBe(1)
      }),
    )
  })
})

describe('shares', () => {
  it('are credited to those who could have had the study, and add up to its minutes', () => {
    const shares = new Map<string, number>()
    const [full, half] = [
      { doctorId: 'full', share: 100 },
      { doctorId: 'half', share: 50 },
    ]
    creditShares(shares, 6, [full, half])
    creditShares(shares, 3, [full])
    expect([...shares]).toEqual([
      ['full', 7],
      ['half', 2],
    ])
  })
})
