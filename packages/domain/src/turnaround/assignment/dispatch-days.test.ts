import { expect, it } from 'vitest'
import { z } from 'zod'
import { expectReading, planReading } from '../../studies/assignments/expected-reading.ts'
import { aReader, aStudy } from '../../studies/assignments/ranking.fixture.ts'
import { asOpen, inDealingOrder, makeRanking, type Reader, type StudyToDeal } from '../../studies/assignments/ranking.ts'
import { makeReaderShifts } from '../../studies/assignments/reader-shifts.ts'
import { type Dealer, dealAll, makeDealer } from './assignment-engine.ts'
import { drawArrivals, drawReaders, evenness, makeRandom, play, start } from './dispatch-days.fixture.ts'

/** `READROOM_DISPATCH_DAYS=30` plays a month, with as many doctors and studies of a day as a large clinic has. */
const { READROOM_DISPATCH_DAYS: days } = z.object({ READROOM_DISPATCH_DAYS: z.coerce.number().default(7) }).parse(process.env)
const [doctors, studiesOfDay] = days > 7 ? [12, 1_000] : [4, 330]

/** Deals by shares alone: as if no study had a deadline, an urgency or a known patient, and nobody had open work. */
function bySharesAlone(): Dealer {
  const deal = makeDealer('UTC')
  return (study, readers, now) =>
    deal(
      { ...study, dueAt: null, urgency: 'NORMAL', patientId: null },
      readers.map((reader) => ({ ...reader, open: [] })),
      now,
    )
}

it('reads in time what shares alone leave late, evenly, and nobody idles while a study waits for a doctor', () => {
  const readers = drawReaders(doctors)
  const arrivals = drawArrivals(7, days, studiesOfDay)
  const ranked = play(arrivals, readers, makeDealer('UTC'), makeRanking('UTC'))
  const shared = play(arrivals, readers, bySharesAlone())
  expect(ranked.late).toBeLessThanOrEqual(shared.late / 3)
  expect(evenness(ranked, readers)).toBeGreaterThanOrEqual(0.95)
  expect(ranked.idled).toBe(0)
}, 1_200_000)

const minute = 60_000
const shifts = makeReaderShifts('UTC')

/** Returns by how many minutes the studies are late together if each reader has those that were given to them. */
function minutesLate(studies: readonly StudyToDeal[], readers: readonly Reader[], places: readonly number[]): number {
  const open = readers.map(({ doctorId }, place) =>
    studies.filter((_study, index) => places[index] === place).map((study) => asOpen(study, doctorId)),
  )
  return studies
    .map((study, index): number => {
      const place = places[index] ?? 0
      const [own, reader] = [open[place], readers[place]]
      if (!own || !reader) throw new Error('every study has a reader')
      const others = own.filter(({ studyId }) => studyId !== study.studyId)
      const { readAt } = expectReading(planReading(others, shifts.workTime(reader.works, start)), asOpen(study, reader.doctorId))
      if (readAt === null || study.dueAt === null) return 0
      return Math.max(0, readAt - study.dueAt) / minute
    })
    .reduce((sum, one) => sum + one, 0)
}

/** Returns the fewest minutes of all assignments, tried one after the other. */
function fewestMinutesLate(studies: readonly StudyToDeal[], readers: readonly Reader[]): number {
  const count = readers.length ** studies.length
  let fewest = Number.POSITIVE_INFINITY
  for (let number = 0; number < count && fewest > 0; number += 1) {
    const places = studies.map((_study, index) => Math.floor(number / readers.length ** index) % readers.length)
    fewest = Math.min(fewest, minutesLate(studies, readers, places))
  }
  return fewest
}

it('leaves studies late by at most a tenth more minutes than the best of all assignments', () => {
  const random = makeRandom(3)
  let [best, dealt] = [0, 0]
  for (let round = 0; round < 150; round += 1) {
    const readers = ['a', 'b', 'c'].slice(0, 2 + (round % 2)).map((doctorId) => aReader(doctorId))
    const studies = Array.from({ length: 6 }, (_, index) =>
      aStudy({
        studyId: `${index}`,
        modalities: [['CR', 'US', 'CT', 'MR'][Math.floor(random() * 4)] ?? 'CR'],
        dueAt: start + (2 + Math.floor(random() * 18)) * minute,
      }),
    )
    const inOrder = inDealingOrder(studies)
    const { deals } = dealAll(makeDealer('UTC'), studies, readers, start)
    const placeOf = new Map(
      deals.map(({ study, deal }) => [study.studyId, readers.findIndex((one) => one.doctorId === deal.doctorId)]),
    )
    dealt += minutesLate(
      inOrder,
      readers,
      inOrder.map(({ studyId }) => placeOf.get(studyId) ?? 0),
    )
    best += fewestMinutesLate(inOrder, readers)
  }
  expect(dealt).toBeLessThanOrEqual(best * 1.1)
})
