import { weekdays } from '@readroom/contracts/people/doctors'
import { bodyRegions } from '@readroom/contracts/studies/body-regions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDealer } from '../../turnaround/assignment/assignment-engine.ts'
import { inReadingOrder } from './expected-reading.ts'
import { anOpenStudy, aReader, aStudy } from './ranking.fixture.ts'
import type { Reader, StudyToDeal } from './ranking.ts'
import { rankSuggestions } from './suggestions.ts'

const clock = { now: new Date('2026-11-25T23:30:00Z'), zone: 'Europe/Berlin' }

const study = aStudy
const obstacles = (facts: Partial<Reader>, asked = [study()]) =>
  rankSuggestions([aReader('one', facts)], asked, clock)[0]?.obstacles.map(({ kind }) => kind)

describe('obstacles', () => {
  it.each([
    ['a license that ends on the clinic’s present day is valid', { licenseExpiresOn: '2026-11-26' }, []],
    ['a license that ended the day before is not', { licenseExpiresOn: '2026-11-25' }, ['license']],
    ['the weekday is the clinic’s', { works: { presence: null, availableDays: ['Wednesday'] } }, ['day']],
    ['the weekday after midnight counts', { works: { presence: null, availableDays: ['Thursday'] } }, []],
    ['a doctor without laboratories reads for none', { readsLabIds: [] }, ['laboratory']],
    ['a limit below the open work hinders', { openMinutesLimit: 5, open: [anOpenStudy()] }, ['limit']],
    ['a limit above the open work does not', { openMinutesLimit: 7, open: [anOpenStudy()] }, []],
  ] satisfies [string, Partial<Reader>, string[]][])('%s', (_name, facts, kinds) => {
    expect(obstacles(facts)).toEqual(kinds)
  })

  it('shifts count instead of days, and an absence instead of both', () => {
    const night = { weekday: 'Wednesday', from: '22:00', to: '06:00' } as const
    const presence = { timeZone: 'Europe/Berlin', shifts: [{ ...night }], absences: [] }
    const works = (of: NonNullable<Reader['works']['presence']>) => ({ works: { presence: of, availableDays: ['Monday'] } })
    expect(obstacles(works(presence))).toEqual([])
    expect(obstacles(works({ ...presence, timeZone: 'Asia/Tokyo' }))).toEqual(['offShift'])
    const away = { ...presence, absences: [{ from: '2026-11-26', to: '2026-11-26', reason: '' }] }
    expect(obstacles(works(away))).toEqual(['absent'])
    expect(obstacles(works({ ...presence, shifts: [] }))).toEqual(['day'])
  })

  it('measurements, documents and pictures of a screen need no reader of their own', () => {
    const mixed = [study({ modalities: ['CT', 'SR', 'DOC', 'OT', 'PR'] })]
    expect(obstacles({ readsModalities: ['CT'] }, mixed)).toEqual([])
    expect(obstacles({ readsModalities: ['MR'] }, mixed)).toEqual(['modality'])
  })

  it('a region that the doctor does not read hinders, by the series, else by the description, and an unknown one does not', () => {
    const neuro = { readsBodyRegions: ['head', 'spine'] } satisfies Partial<Reader>
    const asked = [study({ bodyParts: 'HEAD', description: 'CT knee' }), study({ bodyParts: '', description: 'MR knee' })]
    expect(rankSuggestions([aReader('one', neuro)], asked, clock)[0]?.obstacles).toEqual([
      { kind: 'bodyRegion', regions: ['lowerExtremity'] },
    ])
    expect(obstacles(neuro, [study({ bodyParts: 'BRAIN LSPINE' })])).toEqual([])
    expect(obstacles(neuro, [study({ bodyParts: 'EXTREMITY', description: 'Routine' })])).toEqual([])
    expect(obstacles({}, asked)).toEqual([])
  })

  it('a study without a laboratory is for every doctor', () => {
    expect(obstacles({ readsLabIds: ['other'] }, [study({ labId: null, labName: null })])).toEqual([])
  })
})

const open = fc
  .array(
    fc.record({
      studyId: fc.uuid(),
      urgency: fc.constantFrom('NORMAL' as const, 'EMERGENCY' as const),
      dueAt: fc.option(fc.integer({ min: -60, max: 600 }).map((minutes) => clock.now.getTime() + minutes * 60_000)),
      minutes: fc.integer({ min: 1, max: 60 }),
      ownMinutes: fc.integer({ min: 1, max: 60 }),
      patientId: fc.constantFrom(null, 'mary'),
      isProposed: fc.constant(false),
    }),
    { maxLength: 5 },
  )
  .map(inReadingOrder)
const anyPresence = fc.record({
  timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
  shifts: fc.subarray([
    { weekday: 'Wednesday', from: '16:00', to: '20:00' } as const,
    { weekday: 'Wednesday', from: '22:00', to: '06:00' } as const,
    { weekday: 'Friday', from: '08:00', to: '16:00' } as const,
  ]),
  absences: fc.subarray([
    { from: '2026-11-20', to: '2026-11-25', reason: '' },
    { from: '2026-11-26', to: '2026-11-27', reason: '' },
  ]),
})
const anyReader: fc.Arbitrary<Reader> = fc.record({
  doctorId: fc.uuid(),
  works: fc.record({ presence: fc.option(anyPresence), availableDays: fc.subarray([...weekdays]) }),
  groupIds: fc.subarray(['neuro']),
  readsLabIds: fc.option(fc.subarray(['harbor', 'north'])),
  readsBodyRegions: fc.option(fc.subarray([...bodyRegions], { minLength: 1 })),
  readsModalities: fc.option(fc.subarray(['CT', 'MR', 'MG'], { minLength: 1 })),
  openMinutesLimit: fc.option(fc.integer({ min: 1, max: 60 })),
  licenseExpiresOn: fc.option(fc.constantFrom('2026-11-25', '2026-11-26', '2027-01-01')),
  lacks: fc.constantFrom(null, null, 'reads', 'signIn'),
  share: fc.integer({ min: 1, max: 200 }),
  deficit: fc.double({ min: -60, max: 60, noNaN: true }),
  deficitAt: fc.constantFrom(null, Date.parse('2026-11-24T12:00:00Z')),
  lastAssignedAt: fc.option(fc.integer({ min: Date.parse('2026-11-18'), max: Date.parse('2026-11-25') })),
  open,
})
const anyStudy: fc.Arbitrary<StudyToDeal> = fc
  .record({
    labId: fc.constantFrom('harbor', 'north', null),
    groupId: fc.constantFrom(null, 'neuro'),
    modalities: fc.subarray(['CT', 'MR', 'MG', 'SR']),
    bodyParts: fc.constantFrom('HEAD', 'CHEST ABDOMEN', ''),
    urgency: fc.constantFrom('NORMAL', 'URGENT', 'EMERGENCY'),
    dueAt: fc.option(fc.integer({ min: -60, max: 2_000 }).map((minutes) => clock.now.getTime() + minutes * 60_000)),
    patientId: fc.constantFrom(null, 'mary'),
  })
  .map((facts) => study({ ...facts, labName: facts.labId }))
const doctors = fc.uniqueArray(anyReader, { maxLength: 12, selector: ({ doctorId }) => doctorId })
const few = fc.uniqueArray(anyReader, { maxLength: 4, selector: ({ doctorId }) => doctorId })

describe('the order of suggestions', () => {
  it('has every doctor once, those with an obstacle last, and is the same in every order of the doctors', () => {
    fc.assert(
      fc.property(doctors, fc.array(anyStudy, { minLength: 1, maxLength: 4 }), (readers, asked) => {
        const ranked = rankSuggestions(readers, asked, clock)
        expect(ranked.map(({ doctorId }) => doctorId).toSorted()).toEqual(readers.map(({ doctorId }) => doctorId).toSorted())
        const hindered = ranked.map((suggestion) => suggestion.obstacles.length > 0)
        expect(hindered).toEqual(hindered.toSorted((one, other) => Number(one) - Number(other)))
        expect(rankSuggestions(readers.toReversed(), asked, clock)).toEqual(ranked)
      }),
    )
  })

  it('begins with the doctor whom automatic assignment would choose', () => {
    const dealer = makeDealer(clock.zone)
    fc.assert(
      fc.property(few, anyStudy, (readers, asked) => {
        const first = rankSuggestions(readers, [asked], clock).find(({ obstacles: found }) => found.length === 0)
        expect(dealer(asked, readers, clock.now.getTime()).doctorId).toBe(first?.doctorId ?? null)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a study more never takes an obstacle away', () => {
    fc.assert(
      fc.property(anyReader, anyStudy, anyStudy, (facts, one, other) => {
        const before = obstacles(facts, [one]) ?? []
        expect(obstacles(facts, [one, other])).toEqual(expect.arrayContaining(before))
      }),
    )
  })

  it('a doctor who reads everything without a limit has no obstacle', () => {
    const reads = {
      readsLabIds: null,
      readsModalities: null,
      readsBodyRegions: null,
      openMinutesLimit: null,
      licenseExpiresOn: null,
      lacks: null,
    }
    const free = { ...reads, groupIds: ['neuro'], works: { availableDays: [], presence: null } }
    fc.assert(
      fc.property(anyReader, fc.array(anyStudy, { maxLength: 4 }), (facts, asked) => {
        expect(obstacles({ ...facts, ...free }, asked)).toEqual([])
      }),
    )
  })
})
