import { weekdays } from '@readroom/contracts/people/doctors'
import { bodyRegions } from '@readroom/contracts/studies/body-regions'
import type { AskedStudy, Candidate } from '@readroom/db/studies/assignments/suggestions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankSuggestions } from './suggestions.ts'

const clock = { now: new Date('2026-11-25T23:30:00Z'), zone: 'Europe/Berlin' }

const candidate = (doctorId: string, facts: Partial<Candidate> = {}): Candidate => ({
  doctorId,
  availableDays: [],
  readsLabIds: null,
  readsModalities: null,
  readsBodyRegions: null,
  openMinutesLimit: null,
  licenseExpiresOn: null,
  presence: null,
  lastAssignedAt: null,
  hasPatient: false,
  wrotePrior: false,
  open: [],
  ...facts,
})
const study = (facts: Partial<AskedStudy> = {}): AskedStudy => ({
  labId: 'harbor',
  labName: 'Harbor',
  modalities: ['CT'],
  bodyParts: '',
  description: null,
  isEmergency: false,
  ...facts,
})
const obstacles = (facts: Partial<Candidate>, asked = [study()]) =>
  rankSuggestions([candidate('one', facts)], asked, clock)[0]?.obstacles.map(({ kind }) => kind)

describe('obstacles', () => {
  it.each([
    ['a license that ends on the clinic’s present day is valid', { licenseExpiresOn: '2026-11-26' }, []],
    ['a license that ended the day before is not', { licenseExpiresOn: '2026-11-25' }, ['license']],
    ['the weekday is the clinic’s', { availableDays: ['Wednesday'] }, ['day']],
    ['the weekday after midnight counts', { availableDays: ['Thursday'] }, []],
    ['a doctor without laboratories reads for none', { readsLabIds: [] }, ['laboratory']],
    [
      'a limit below the open work hinders',
      { openMinutesLimit: 5, open: [{ modalities: ['CT'], count: 1, emergencies: 0, late: 0 }] },
      ['limit'],
    ],
    [
      'a limit above the open work does not',
      { openMinutesLimit: 7, open: [{ modalities: ['CT'], count: 1, emergencies: 0, late: 0 }] },
      [],
    ],
  ] satisfies [string, Partial<Candidate>, string[]][])('%s', (_name, facts, kinds) => {
    expect(obstacles(facts)).toEqual(kinds)
  })

  it('shifts count instead of days, and an absence instead of both', () => {
    const night = { weekday: 'Wednesday', from: '22:00', to: '06:00' } as const
    const presence = { timeZone: 'Europe/Berlin', shifts: [night], absences: [] }
    expect(obstacles({ presence, availableDays: ['Monday'] })).toEqual([])
    expect(obstacles({ presence: { ...presence, timeZone: 'Asia/Tokyo' } })).toEqual(['offShift'])
    const away = { ...presence, absences: [{ from: '2026-11-26', to: '2026-11-26', reason: '' }] }
    expect(obstacles({ presence: away, availableDays: ['Monday'] })).toEqual(['absent'])
    expect(obstacles({ presence: { ...presence, shifts: [] }, availableDays: ['Monday'] })).toEqual(['day'])
  })

  it('measurements, documents and pictures of a screen need no reader of their own', () => {
    const mixed = [study({ modalities: ['CT', 'SR', 'DOC', 'OT', 'PR'] })]
    expect(obstacles({ readsModalities: ['CT'] }, mixed)).toEqual([])
    expect(obstacles({ readsModalities: ['MR'] }, mixed)).toEqual(['modality'])
  })

  it('a region that the doctor does not read hinders, by the series, else by the description, and an unknown one does not', () => {
    const neuro = { readsBodyRegions: ['head', 'spine'] } satisfies Partial<Candidate>
    const asked = [study({ bodyParts: 'HEAD', description: 'CT knee' }), study({ bodyParts: '', description: 'MR knee' })]
    expect(rankSuggestions([candidate('one', neuro)], asked, clock)[0]?.obstacles).toEqual([
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

const work = fc.record({
  modalities: fc.subarray(['CR', 'CT', 'MR', 'XX']),
  count: fc.integer({ min: 1, max: 5 }),
  emergencies: fc.integer({ min: 0, max: 2 }),
  late: fc.integer({ min: 0, max: 2 }),
})
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
const anyCandidate = fc.record({
  doctorId: fc.uuid(),
  availableDays: fc.subarray([...weekdays]),
  readsLabIds: fc.option(fc.subarray(['harbor', 'north'])),
  readsBodyRegions: fc.option(fc.subarray([...bodyRegions], { minLength: 1 })),
  readsModalities: fc.option(fc.subarray(['CT', 'MR', 'MG'], { minLength: 1 })),
  openMinutesLimit: fc.option(fc.integer({ min: 1, max: 60 })),
  licenseExpiresOn: fc.option(fc.constantFrom('2026-11-25', '2026-11-26', '2027-01-01')),
  presence: fc.option(anyPresence),
  lastAssignedAt: fc.option(fc.date({ min: new Date('2026-11-18'), max: new Date('2026-11-25'), noInvalidDate: true })),
  hasPatient: fc.boolean(),
  wrotePrior: fc.boolean(),
  open: fc.array(work, { maxLength: 3 }),
})
const anyStudy = fc
  .record({
    labId: fc.constantFrom('harbor', 'north', null),
    modalities: fc.subarray(['CT', 'MR', 'MG', 'SR']),
    bodyParts: fc.constantFrom('HEAD', 'CHEST ABDOMEN', ''),
    isEmergency: fc.boolean(),
  })
  .map((facts) => study({ ...facts, labName: facts.labId }))
const doctors = fc.uniqueArray(anyCandidate, { maxLength: 12, selector: ({ doctorId }) => doctorId })

describe('the order of suggestions', () => {
  it('has every doctor once, those with an obstacle last, and is the same in every order of the candidates', () => {
    fc.assert(
      fc.property(doctors, fc.array(anyStudy, { minLength: 1, maxLength: 4 }), (candidates, asked) => {
        const ranked = rankSuggestions(candidates, asked, clock)
        expect(ranked.map(({ doctorId }) => doctorId).toSorted()).toEqual(candidates.map(({ doctorId }) => doctorId).toSorted())
        const hindered = ranked.map((suggestion) => suggestion.obstacles.length > 0)
        expect(hindered).toEqual(hindered.toSorted((one, other) => Number(one) - Number(other)))
        const ranks = (list: typeof ranked) =>
          list.map(({ obstacles, continuity, openMinutes, lateStudies }) => [
            obstacles.length > 0,
            continuity,
            openMinutes,
            lateStudies,
          ])
        expect(ranks(rankSuggestions(candidates.toReversed(), asked, clock))).toEqual(ranks(ranked))
      }),
    )
  })

  it('a study more never takes an obstacle away', () => {
    fc.assert(
      fc.property(anyCandidate, anyStudy, anyStudy, (facts, one, other) => {
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
    }
    const free = { ...reads, availableDays: [], presence: null }
    fc.assert(
      fc.property(anyCandidate, fc.array(anyStudy, { maxLength: 4 }), (facts, asked) => {
        expect(obstacles({ ...facts, ...free }, asked)).toEqual([])
      }),
    )
  })
})
