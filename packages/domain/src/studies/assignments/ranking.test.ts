import { expect, it } from 'vitest'
import type { OpenStudy } from './expected-reading.ts'
import { anOpenStudy, aReader, aStudy } from './ranking.fixture.ts'
import { decidingRule, makeRanking, type Reader, type StudyToDeal } from './ranking.ts'

/** A Wednesday. */
const now = Date.parse('2026-11-25T12:00:00Z')
const minute = 60_000
const rank = makeRanking('UTC')

const until = (to: string): Pick<Reader, 'works'> => ({
  works: {
    presence: { timeZone: 'UTC', shifts: [{ weekday: 'Wednesday', from: '08:00', to }], absences: [] },
    availableDays: [],
  },
})
const open = (count: number, dueIn: number, facts: Partial<OpenStudy> = {}) =>
  Array.from({ length: count }, () => anOpenStudy({ dueAt: now + dueIn * minute, ...facts }))

/** Returns who comes first, and the rule that decided. */
function first(readers: Reader[], facts: Partial<StudyToDeal>, rule = true) {
  const ranked = rank([aStudy(facts)], readers, now)
  const eligible = ranked.filter(({ obstacles }) => obstacles.length === 0)
  return rule ? [ranked[0]?.doctorId, decidingRule(eligible)] : [ranked[0]?.doctorId]
}

const soon = { urgency: 'URGENT', dueAt: now + 12 * minute } as const
const furthestBelow = { deficit: 90, deficitAt: now }

it('a study that is due soon goes to who reads it in time, however far another is below the share', () => {
  const full = aReader('full', { ...furthestBelow, open: open(100, 5) })
  const few = aReader('few', { open: open(1, 5) })
  expect(first([full, few], soon)).toEqual(['few', 'due'])
})

it('work that is read later does not count against a doctor', () => {
  const full = aReader('full', { ...furthestBelow, open: open(100, 2_000) })
  expect(first([full, aReader('few', { open: open(1, 5) })], soon)).toEqual(['full', 'share'])
})

it('goes to nobody whose shift ends before they would read it, although they would do so before it is due', () => {
  const leaves = aReader('leaves', { ...furthestBelow, ...until('12:05') })
  const stays = aReader('stays', { ...until('16:00'), open: open(3, 60) })
  expect(first([leaves, stays], { dueAt: now + 10_000 * minute })).toEqual(['stays', 'shift'])
})

it('says that a study is read after the shift if nobody reads it before', () => {
  const leaves = aReader('leaves', until('12:05'))
  expect(rank([aStudy()], [leaves], now)).toMatchObject([{ doctorId: 'leaves', isAfterShift: true, obstacles: [] }])
})

it('of those who would read it late, the one who reads it first', () => {
  const late = { dueAt: now - minute } as const
  const readers = [aReader('later', { ...furthestBelow, open: open(5, -60) }), aReader('sooner', { open: open(2, -60) })]
  expect(first(readers, late)).toEqual(['sooner', 'due'])
})

it.each(['STAT', 'EMERGENCY'] as const)('a %s study goes where it does not wait', (urgency) => {
  const busy = aReader('busy', { ...furthestBelow, open: open(1, 1, { urgency: 'EMERGENCY' }) })
  expect(first([busy, aReader('free', { open: open(9, 600) })], { urgency, dueAt: now + 60 * minute })).toEqual([
    'free',
    'emergency',
  ])
})

it('makes no accepted study late if somebody else is free', () => {
  const tight = aReader('tight', { ...furthestBelow, open: open(1, 8) })
  const free = aReader('free', { open: open(1, 60) })
  expect(first([tight, free], { dueAt: now + 7 * minute })).toEqual(['free', 'delay'])
})

it('rather makes a routine study late than a stat one', () => {
  const stat = aReader('stat', { ...furthestBelow, open: open(1, 8, { urgency: 'STAT' }) })
  const routine = aReader('routine', { open: open(3, 8, { minutes: 1 }) })
  expect(first([stat, routine], { dueAt: now + 7 * minute })).toEqual(['routine', 'delay'])
})

it('goes to who knows the patient only if it is read in time there', () => {
  const mary = anOpenStudy({ patientId: 'mary', dueAt: now + 5 * minute })
  const knows = aReader('knows', { open: [mary] })
  const other = aReader('other', furthestBelow)
  expect(first([knows, other], { patientId: 'mary', dueAt: now + 30 * minute })).toEqual(['knows', 'patient'])
  expect(first([knows, other], { patientId: 'mary', dueAt: now + 7 * minute })).toEqual(['other', 'due'])
})

it('several studies go together to who reads all of them in time', () => {
  const studies = Array.from({ length: 4 }, (_, place) => aStudy({ studyId: `${place}`, dueAt: now + 30 * minute }))
  const [winner] = rank(studies, [aReader('half', { ...furthestBelow, open: open(2, 5) }), aReader('free')], now)
  expect(winner).toMatchObject({ doctorId: 'free', readAt: now + 24 * minute, lateSteps: 0 })
})

it('expects a doctor to read at their own pace, and charges everybody the same', () => {
  const study = aStudy({ ...soon, minutes: 8, ownMinutes: { slow: 15 } })
  const [usual, slow] = rank([study], [aReader('slow', furthestBelow), aReader('usual')], now)
  expect([usual?.doctorId, slow?.doctorId]).toEqual(['usual', 'slow'])
  expect(slow?.readAt).toBe(now + 15 * minute)
  expect(slow?.deficit).toBe(94)
})

it.each(['STAT', 'EMERGENCY'] as const)('a limit of open work holds back no %s study', (urgency) => {
  const leaving = aReader('leaving', until('12:03'))
  const full = aReader('full', { openMinutesLimit: 5, open: open(1, 300) })
  const due = { dueAt: now + 12 * minute }
  expect(first([leaving, full], { ...due, urgency })).toEqual(['full', 'shift'])
  expect(first([leaving, full], due)[0]).toBe('leaving')
})
