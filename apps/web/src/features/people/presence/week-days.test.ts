import type { DoctorWeek, PresenceWeek } from '@readroom/contracts/people/presence'
import { expect, test } from 'vitest'
import { at, makeDoctorWeek, weekOfDays } from './week.fixture.ts'
import { daysOf, withoutShifts } from './week-days.ts'

const doctor = (fullName: string, facts?: Partial<DoctorWeek>) => makeDoctorWeek(fullName, fullName, facts)
const on = (...spans: [from: string, to: string][]) => spans.map(([from, to]) => ({ from, to }))
const week = (...doctors: DoctorWeek[]): PresenceWeek => ({
  days: weekOfDays,
  doctors,
})
const all = { labId: null, modality: null }
const hours = ({ from, to }: { from: number; to: number }) =>
  [new Date(from), new Date(to)].map((one) => one.toISOString().slice(8, 13))

test('a night shift is on two days, and the rest of both is without anybody', () => {
  const [monday, tuesday] = daysOf(week(doctor('Ada', { on: on([at(23, 22), at(24, 6)]) })), all)
  expect(monday?.on.map(({ span }) => hours(span))).toEqual([['23T22', '24T00']])
  expect(monday?.gaps.map(hours)).toEqual([['23T00', '23T22']])
  expect(tuesday?.on.map(({ span }) => hours(span))).toEqual([['24T00', '24T06']])
  expect(tuesday?.gaps.map(hours)).toEqual([['24T06', '25T00']])
})

test('overlapping shifts leave no gap, and come in the order in which they begin', () => {
  const [monday] = daysOf(
    week(
      doctor('Ada', { on: on([at(23, 12), at(24, 0)]) }),
      doctor('Bo', { on: on([at(23, 0), at(23, 13)]) }),
      doctor('Cy', { on: on([at(23, 1), at(23, 2)]) }),
    ),
    all,
  )
  expect(monday?.on.map((one) => one.doctor.fullName)).toEqual(['Bo', 'Cy', 'Ada'])
  expect(monday?.gaps).toEqual([])
})

test('only doctors who read for the laboratory and the modality count', () => {
  const asked = week(
    doctor('Ada', { readsLabIds: ['harbor'], on: on([at(23, 0), at(23, 12)]) }),
    doctor('Bo', { readsModalities: ['CT'], on: on([at(23, 6), at(24, 0)]), away: [{ from: '2026-11-24', to: '2026-11-24' }] }),
    doctor('Cy', { hasShifts: false, readsModalities: ['MR'] }),
  )
  const monday = (needed: Parameters<typeof daysOf>[1]) => daysOf(asked, needed)[0]
  expect(monday(all)?.gaps).toEqual([])
  expect(monday({ labId: 'north', modality: null })?.gaps.map(hours)).toEqual([['23T00', '23T06']])
  expect(monday({ labId: 'harbor', modality: 'MR' })?.gaps.map(hours)).toEqual([['23T12', '24T00']])
  expect(daysOf(asked, all)[1]?.away.map(({ fullName }) => fullName)).toEqual(['Bo'])
  expect(withoutShifts(asked, { labId: null, modality: 'CT' })).toEqual([])
  expect(withoutShifts(asked, all).map(({ fullName }) => fullName)).toEqual(['Cy'])
})
