import { expect, it } from 'vitest'
import { anOpenStudy, aReader, aStudy } from '../../studies/assignments/ranking.fixture.ts'
import { asOpen, makeRanking, type Reader } from '../../studies/assignments/ranking.ts'
import { findMoves, type HeldStudy } from './dealing-again.ts'

/** A Wednesday. */
const now = Date.parse('2026-11-25T12:00:00Z')
const minute = 60_000
const until = (to: string): Pick<Reader, 'works'> => ({
  works: {
    presence: { timeZone: 'UTC', shifts: [{ weekday: 'Wednesday', from: '08:00', to }], absences: [] },
    availableDays: [],
  },
})
const held = (studyId: string, dueIn: number, facts: Partial<HeldStudy> = {}): HeldStudy => ({
  ...aStudy({ studyId, dueAt: now + dueIn * minute }),
  doctorId: 'holder',
  doctorIds: ['holder'],
  isFree: true,
  ...facts,
})

/** Returns which of the holder's studies go to whom, and why. */
function moves(studies: HeldStudy[], holder: Partial<Reader>, others: Reader[]) {
  const readers = [aReader('holder', { open: studies.map((study) => asOpen(study, 'holder')), ...holder }), ...others]
  return findMoves(makeRanking('UTC'), studies, readers, now).map(({ study, because, doctorId }) => [
    study.studyId,
    because,
    doctorId,
  ])
}

it('nothing stays with a doctor whose shift has ended, or ends before the study is read', () => {
  const studies = [held('one', 60), held('two', 600)]
  expect(moves(studies, until('11:00'), [aReader('other')])).toEqual([
    ['one', 'offShift', 'other'],
    ['two', 'offShift', 'other'],
  ])
  expect(moves(studies, until('12:07'), [aReader('other')])).toEqual([['two', 'offShift', 'other']])
})

it('stays where it is if nobody else is on who reads it within the shift', () => {
  expect(moves([held('one', 60)], until('11:00'), [aReader('leaves', until('12:05'))])).toEqual([])
  expect(moves([held('one', 60)], until('11:00'), [aReader('other', { readsModalities: ['MR'] })])).toEqual([])
})

it('a study that would be late goes to who reads it in time, and only as many as that doctor can', () => {
  const studies = [held('one', 6), held('two', 7), held('three', 8)]
  expect(moves(studies, {}, [aReader('other')])).toEqual([['two', 'late', 'other']])
  expect(moves(studies, {}, [aReader('other', { open: [anOpenStudy({ dueAt: now })] })])).toEqual([])
})

it('a lowered limit gives away what is above it', () => {
  const studies = [held('one', 600), held('two', 700), held('three', 800)]
  // The last study that a doctor is dealt may exceed the limit.
  expect(moves(studies, { openMinutesLimit: 13 }, [aReader('other')])).toEqual([])
  expect(moves(studies, { openMinutesLimit: 12 }, [aReader('other')])).toEqual([['one', 'limit', 'other']])
  expect(moves(studies, { openMinutesLimit: 6 }, [aReader('other')])).toEqual([
    ['one', 'limit', 'other'],
    ['two', 'limit', 'other'],
  ])
})

it('never goes to a doctor who declined it', () => {
  expect(moves([held('one', 60, { declinedBy: ['other'] })], until('11:00'), [aReader('other')])).toEqual([])
})
