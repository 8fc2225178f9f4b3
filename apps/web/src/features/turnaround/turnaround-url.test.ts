import { expect, test } from 'vitest'
import {
  asksForReport,
  filtersOf,
  isNarrowed,
  readTurnaroundUrl,
  type TurnaroundUrl,
  toggled,
  writeTurnaroundUrl,
} from './turnaround-url.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const read = (address: string) => readTurnaroundUrl(new URLSearchParams(address))

test('writes and reads an address without its defaults', () => {
  const chosen: Partial<TurnaroundUrl> = {
    dateType: 'reportDate',
    from: '2026-03-01',
    to: '2026-03-31',
    location: id,
    doctor: id,
    search: 'ann & co',
    limit: 250,
    page: 3,
    sort: '-uploadToReportTATFormatted',
    modality: ['CT', 'CT/MR'],
    band: 'upTo8h',
    periodFrom: '2026-03-02',
    periodTo: '2026-03-08',
    weekday: 7,
    hour: 0,
    hasModality: 'SR',
    view: 'chart',
    groups: 'doctors',
  }
  const address = writeTurnaroundUrl(new URLSearchParams(), chosen)
  expect(readTurnaroundUrl(address)).toEqual(chosen)
  expect(writeTurnaroundUrl(address, read('')).toString()).toBe('')
})

test('replaces invalid values by their defaults', () => {
  const usual = read('')
  expect(usual).toMatchObject({ dateType: 'uploadDate', limit: 100, page: 1, modality: [] })
  expect(read('dateType=x&from=2026-02-30&location=1&modality=ZZ&limit=99&page=-1&sort=name')).toEqual(usual)
})

test('a changed filter starts at the first page, and a changed page keeps the filters', () => {
  const third = new URLSearchParams('from=2026-03-01&page=3')
  expect(read(writeTurnaroundUrl(third, { modality: ['CT'] }).toString())).toMatchObject({ page: 1, modality: ['CT'] })
  expect(read(writeTurnaroundUrl(third, { page: 4 }).toString())).toMatchObject({ page: 4, from: '2026-03-01' })
})

test('the request contains only filters that are set', () => {
  expect(filtersOf(read(''))).toEqual({ dateType: 'uploadDate' })
  expect(filtersOf(read('from=2026-03-01&modality=CT,MR/SR&search=x'))).toEqual({
    dateType: 'uploadDate',
    fromDate: '2026-03-01',
    modality: 'CT,MR/SR',
    search: 'x',
  })
})

test('a report needs a range or a location', () => {
  expect(['', 'search=x', 'to=2026-03-01', `location=${id}`].map((address) => asksForReport(read(address)))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a second click on a mark removes it, and midnight is a valid hour', () => {
  const midnight = read('weekday=7&hour=0')
  expect(filtersOf(midnight)).toMatchObject({ weekday: '7', hour: '0' })
  expect(isNarrowed(midnight)).toBe(true)
  expect(toggled(midnight, { weekday: 7, hour: 0 })).toEqual({ weekday: '', hour: '' })
  expect(toggled(midnight, { weekday: 7, hour: 1 })).toEqual({ weekday: 7, hour: 1 })
  expect(read('weekday=8&hour=24&band=x')).toMatchObject({ weekday: '', hour: '', band: '' })
})

test('a new range drops the chosen days, and switching to charts keeps the page', () => {
  const week = new URLSearchParams('from=2026-03-01&periodFrom=2026-03-02&periodTo=2026-03-08&page=2')
  expect(read(writeTurnaroundUrl(week, { from: '2026-01-01' }).toString())).toMatchObject({
    periodFrom: '',
    periodTo: '',
    page: 1,
  })
  expect(read(writeTurnaroundUrl(week, { from: '2026-03-01', search: 'x' }).toString())).toMatchObject({
    periodFrom: '2026-03-02',
  })
  expect(read(writeTurnaroundUrl(week, { view: 'chart' }).toString())).toMatchObject({
    view: 'chart',
    page: 2,
    periodTo: '2026-03-08',
  })
})
