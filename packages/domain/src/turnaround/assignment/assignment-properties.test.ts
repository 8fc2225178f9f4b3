import { type Weekday, weekdays } from '@readroom/contracts/people/doctors'
import type { Absence, Shift } from '@readroom/contracts/people/presence'
import type { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { isReadModality } from '@readroom/contracts/studies/modalities'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestStartMinutes } from '../../studies/assignments/expected-minutes.ts'
import { inReadingOrder, type OpenStudy } from '../../studies/assignments/expected-reading.ts'
import { aReader, aStudy } from '../../studies/assignments/ranking.fixture.ts'
import { isStat, minutesOf, type Reader, type StudyToDeal } from '../../studies/assignments/ranking.ts'
import { makeReaderShifts, spansAtWork } from '../../studies/assignments/reader-shifts.ts'
import { afterDeal, dealAll, makeDealer } from './assignment-engine.ts'

const minute = 60_000
const halfHour = 30 * minute
const start = Date.parse('2026-11-25T12:00:00Z')
const anyModalities = fc.constantFrom(['CR'], ['US'], ['CT'], ['MR'], ['CT', 'PT'], ['XA'])

/** The furthest that a reader ever was from the fair share, in minutes, while studies were dealt one after the other. */
function furthestFromFair(shares: readonly number[], dealt: readonly (readonly string[])[]): number {
  const dealer = makeDealer('UTC')
  const all = shares.reduce((sum, share) => sum + share, 0)
  let readers = shares.map((share, index) => aReader(`reader ${index}`, { share }))
  const charged = new Map<string, number>()
  let minutes = 0
  let furthest = 0
  for (const modalities of dealt) {
    const study = aStudy({ modalities })
    const deal = dealer(study, readers, start)
    if (deal.doctorId === null) throw new Error('everybody can read everything')
    readers = afterDeal(readers, study, deal, start)
    minutes += study.minutes
    charged.set(deal.doctorId, (charged.get(deal.doctorId) ?? 0) + study.minutes)
    for (const { doctorId, share } of readers)
      furthest = Math.max(furthest, Math.abs((charged.get(doctorId) ?? 0) - (minutes * share) / all))
  }
  return furthest
}

describe('the fair share', () => {
  it('is never missed by more than the largest study, whatever the shares', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, fc.array(anyModalities, { maxLength: 120 }), (weights, dealt) => {
        expect(furthestFromFair(weights, dealt)).toBeLessThanOrEqual(largestStartMinutes + 1e-6)
      }),
    )
  })

  it('is kept where taking the largest deficit misses it', () => {
    const resonances = Array.from({ length: 40 }, () => ['MR'])
    expect(furthestFromFair([20, 20, 20, 100, 100, 100], resonances)).toBeLessThanOrEqual(largestStartMinutes)
  })
})

/** Half hours in which no clock of the test changes. */
const halfHours = [0, 1, ...Array.from({ length: 40 }, (_, index) => index + 8)]
const time = (half: number) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
const anyShift = fc
  .record({
    weekday: fc.constantFrom(...weekdays),
    from: fc.constantFrom(...halfHours).map(time),
    to: fc.constantFrom(...halfHours).map(time),
  })
  .filter(({ from, to }) => from !== to)

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const
/** Days before a change of the clocks in Berlin and New York, and before 29 February. */
const firstDays = ['2026-03-27', '2026-10-23', '2026-03-06', '2026-10-30', '2028-02-27'] as const
const dayAfter = (first: string, days: number) => new Date(Date.parse(first) + days * 1440 * minute).toISOString().slice(0, 10)

const anyWorkingDays = (first: string) =>
  fc.record({
    availableDays: fc.subarray<Weekday>([...weekdays]),
    presence: fc.option(
      fc.record({
        timeZone: fc.constantFrom(...zones),
        shifts: fc.array(anyShift, { maxLength: 6 }),
        absences: fc
          .array(fc.record({ from: fc.integer({ min: -1, max: 5 }), length: fc.integer({ min: 0, max: 1 }) }), { maxLength: 2 })
          .map((list) =>
            list.map(
              ({ from, length }): Absence => ({ from: dayAfter(first, from), to: dayAfter(first, from + length), reason: '' }),
            ),
          ),
      }),
    ),
  })

const anyDue = (first: string) =>
  fc.option(fc.integer({ min: -60, max: 3 * 1440 }).map((minutes) => Date.parse(first) + minutes * minute))
const anyUrgency = fc.constantFrom('NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY')
const anyOpen = (first: string): fc.Arbitrary<OpenStudy> =>
  fc.record({
    studyId: fc.uuid(),
    urgency: anyUrgency,
    dueAt: anyDue(first),
    minutes: fc.integer({ min: 1, max: 200 }),
    ownMinutes: fc.integer({ min: 1, max: 200 }),
    patientId: fc.constantFrom('mary', 'john', null),
    isProposed: fc.constant(false),
  })

const anyReaders = (first: string) =>
  fc.uniqueArray(
    fc.record({
      doctorId: fc.constantFrom(...'abcdefgh'),
      works: anyWorkingDays(first),
      groupIds: fc.subarray(['neuro', 'chest']),
      readsLabIds: fc.option(fc.subarray(['harbor', 'north']), { freq: 2 }),
      readsBodyRegions: fc.option(fc.subarray<BodyRegion>(['head', 'chest', 'abdomen']), { freq: 2 }),
      readsModalities: fc.option(fc.subarray(['CT', 'MR', 'MG']), { freq: 2 }),
      lacks: fc.constantFrom(null, null, null, 'signIn', 'reads'),
      licenseExpiresOn: fc.option(
        fc.integer({ min: -1, max: 4 }).map((days) => dayAfter(first, days)),
        { freq: 2 },
      ),
      open: fc.array(anyOpen(first), { maxLength: 4 }).map(inReadingOrder),
      openMinutesLimit: fc.option(fc.integer({ min: 1, max: 60 })),
      share: fc.integer({ min: 1, max: 200 }),
      deficit: fc.double({ min: -60, max: 60, noNaN: true }),
      deficitAt: fc.constantFrom(null, Date.parse(first) - 3 * 1440 * minute),
      lastAssignedAt: fc.option(fc.integer({ min: 0, max: 5 }).map((hours) => Date.parse(first) - hours * 60 * minute)),
    }),
    { maxLength: 8, selector: ({ doctorId }) => doctorId },
  )
const anyDoctors = fc.subarray([...'abcdefgh'], { maxLength: 3 })
const anyStudies = (first: string) =>
  fc.uniqueArray(
    fc.record({
      studyId: fc.constantFrom(...'123456789'),
      labId: fc.constantFrom('harbor', 'north', null),
      groupId: fc.constantFrom(null, 'neuro', 'chest'),
      modalities: fc.subarray(['CT', 'MR', 'MG', 'SR']),
      bodyParts: fc.constantFrom('HEAD', 'CHEST ABDOMEN', ''),
      description: fc.constantFrom(null, 'CT abdomen', 'Routine'),
      urgency: anyUrgency,
      dueAt: anyDue(first),
      patientId: fc.constantFrom('mary', 'john', null),
      priorDoctorId: fc.constantFrom('a', 'b', null),
      minutes: fc.integer({ min: 1, max: 60 }),
      ownMinutes: fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 60 })),
      declinedBy: anyDoctors,
    }),
    { maxLength: 6, selector: ({ studyId }) => studyId },
  )
const anyCase = fc.constantFrom(...firstDays).chain((first) =>
  fc.record({
    zone: fc.constantFrom(...zones),
    readers: anyReaders(first),
    studies: anyStudies(first).map((list) => list.map((study): StudyToDeal => ({ ...study, labName: study.labId }))),
    instants: fc
      .array(fc.integer({ min: 0, max: 5 * 1440 }), { minLength: 1, maxLength: 4 })
      .map((minutes) => minutes.toSorted((one, other) => one - other).map((at) => Date.parse(first) + at * minute)),
  }),
)

const formats = new Map(
  zones.map((timeZone): [string, Intl.DateTimeFormat] => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)
const wallClock = (instant: number, timeZone: string) => {
  const [date = '', clock = ''] = formats.get(timeZone)?.format(instant).split(' ') ?? []
  return { date, clock, place: (new Date(date).getUTCDay() + 6) % 7 }
}

const isInShift = ({ weekday, from, to }: Shift, place: number, clock: string) =>
  from < to
    ? weekday === weekdays[place] && from <= clock && clock < to
    : (weekday === weekdays[place] && from <= clock) || (weekday === weekdays[(place + 6) % 7] && clock < to)

/** Whether a reader works, said with the wall clock alone. */
function worksAt({ presence, availableDays }: Reader['works'], instant: number, zone: string): boolean {
  if (presence) {
    const { date, clock, place } = wallClock(instant, presence.timeZone)
    if (presence.absences.some(({ from, to }) => from <= date && date <= to)) return false
    if (presence.shifts.length > 0) return presence.shifts.some((shift) => isInShift(shift, place, clock))
  }
  const today = weekdays[wallClock(instant, zone).place]
  return availableDays.length === 0 || availableDays.some((day) => day === today)
}

const regionsOfText = new Map<string | null, readonly BodyRegion[]>([
  ['HEAD', ['head']],
  ['CHEST ABDOMEN', ['chest', 'abdomen']],
  ['CT abdomen', ['abdomen']],
])
const regionsOf = ({ bodyParts, description }: StudyToDeal) =>
  regionsOfText.get(bodyParts) ?? regionsOfText.get(description) ?? []

/** The open studies of a reader who is asked about a study, which may be among them. */
const others = ({ open }: Reader, { studyId }: StudyToDeal) => open.filter((one) => one.studyId !== studyId)

/** Whether a reader can be dealt a study, said without the engine. */
const canRead = (reader: Reader, study: StudyToDeal, instant: number, zone: string): boolean =>
  worksAt(reader.works, instant, zone) &&
  (reader.readsLabIds === null || study.labId === null || reader.readsLabIds.includes(study.labId)) &&
  study.modalities.filter(isReadModality).every((modality) => reader.readsModalities?.includes(modality) ?? true) &&
  (study.groupId === null || reader.groupIds.includes(study.groupId)) &&
  regionsOf(study).every((region) => reader.readsBodyRegions?.includes(region) ?? true) &&
  (reader.licenseExpiresOn === null || reader.licenseExpiresOn >= wallClock(instant, zone).date) &&
  reader.lacks === null &&
  (reader.openMinutesLimit === null || isStat(study) || minutesOf(others(reader, study)) < reader.openMinutesLimit) &&
  !study.declinedBy.includes(reader.doctorId)

describe('every deal', () => {
  it('gives a study to somebody who can read it, and to nobody only if nobody can', () => {
    fc.assert(
      fc.property(anyCase, ({ zone, readers, studies, instants }) => {
        const dealer = makeDealer(zone)
        let present: Reader[] = readers
        for (const now of instants) {
          for (const study of studies) {
            const able = present.filter((reader) => canRead(reader, study, now, zone)).map(({ doctorId }) => doctorId)
            const deal = dealer(study, present, now)
            if (able.length === 0) expect(deal.doctorId).toBeNull()
            else expect(able).toContain(deal.doctorId)
            if (deal.doctorId !== null) expect(deal.deficits.map(({ doctorId }) => doctorId).toSorted()).toEqual(able.toSorted())
            present = afterDeal(present, study, deal, now)
          }
        }
      }),
      { numRuns: 120 },
    )
  })

  it('is the same again, after a journey through JSON, and in every order of readers and studies', () => {
    fc.assert(
      fc.property(anyCase, ({ zone, readers, studies, instants }) => {
        const used = makeDealer(zone)
        const copy: { readers: Reader[]; studies: StudyToDeal[] } = JSON.parse(JSON.stringify({ readers, studies }))
        for (const now of instants) {
          const dealt = dealAll(used, studies, readers, now).deals.map(({ deal }) => deal)
          const again = dealAll(makeDealer(zone), copy.studies, copy.readers, now).deals.map(({ deal }) => deal)
          expect(JSON.stringify(again)).toBe(JSON.stringify(dealt))
          const turned = dealAll(makeDealer(zone), studies.toReversed(), readers.toReversed(), now).deals
          expect(turned.map(({ deal: { doctorId } }) => doctorId)).toEqual(dealt.map(({ doctorId }) => doctorId))
        }
      }),
      { numRuns: 80 },
    )
  })
})

describe('the beginnings of shifts', () => {
  it('are the half hours at which the wall clock says that work begins', () => {
    const asked = fc.constantFrom(...firstDays).chain((first) =>
      fc.record({
        works: anyWorkingDays(first).filter(({ presence }) => (presence?.shifts.length ?? 0) > 0),
        zone: fc.constantFrom(...zones),
        from: fc.integer({ min: 0, max: 6 * 24 }).map((halves) => Date.parse(first) + halves * halfHour),
        lengths: fc.array(fc.integer({ min: 1, max: 48 }), { minLength: 1, maxLength: 4 }),
      }),
    )
    fc.assert(
      fc.property(asked, ({ works, zone, from, lengths }) => {
        const shifts = makeReaderShifts(zone)
        let after = from
        for (const length of lengths) {
          const halves = Array.from({ length }, (_, index) => after + (index + 1) * halfHour)
          const begins = halves.filter((at) => worksAt(works, at, zone) && !worksAt(works, at - halfHour, zone))
          const upTo = after + length * halfHour
          expect(shifts.startsBetween(works, after, upTo)).toBe(begins.length)
          after = upTo
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the time at work', () => {
  it('is every half hour of which the wall clock says that the reader works', () => {
    const asked = fc.constantFrom(...firstDays).chain((first) =>
      fc.record({
        works: anyWorkingDays(first),
        zone: fc.constantFrom(...zones),
        from: fc.integer({ min: 0, max: 6 * 24 }).map((halves) => Date.parse(first) + halves * halfHour),
        length: fc.integer({ min: 1, max: 144 }),
      }),
    )
    fc.assert(
      fc.property(asked, ({ works, zone, from, length }) => {
        const spans = spansAtWork(works, { from, to: from + length * halfHour }, zone)
        const halves = Array.from({ length: length + 4 }, (_, index) => from + (index - 2) * halfHour)
        const isWithin = (at: number) => from <= at && at < from + length * halfHour
        expect(halves.filter((at) => spans.some((span) => span.from <= at && at < span.to))).toEqual(
          halves.filter((at) => isWithin(at) && worksAt(works, at, zone)),
        )
      }),
      { numRuns: 60 },
    )
  })
})
