import { expect, test } from 'vitest'
import { asksForReport, filtersOf, readTatUrl, type TatUrl, writeTatUrl } from './tat-url.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const read = (address: string) => readTatUrl(new URLSearchParams(address))

test('an address is what it was made of, without what is usual', () => {
  const chosen: Partial<TatUrl> = {
    ...{ dateType: 'reportDate', from: '2026-03-01', to: '2026-03-31', location: id, doctor: id, search: 'ann & co' },
    ...{ limit: 250, page: 3, sort: '-uploadToReportTATFormatted', modality: ['CT', 'CT/MR'] },
  }
  const address = writeTatUrl(new URLSearchParams(), chosen)
  expect(readTatUrl(address)).toEqual(chosen)
  expect(writeTatUrl(address, read('')).toString()).toBe('')
})

test('what cannot be is left at its default', () => {
  const usual = read('')
  expect(usual).toMatchObject({ dateType: 'uploadDate', limit: 100, page: 1, modality: [] })
  expect(read('dateType=x&from=2026-02-30&location=1&modality=ZZ&limit=99&page=-1&sort=name')).toEqual(usual)
})

test('another question begins at the first page; another page asks the same', () => {
  const third = new URLSearchParams('from=2026-03-01&page=3')
  expect(read(writeTatUrl(third, { modality: ['CT'] }).toString())).toMatchObject({ page: 1, modality: ['CT'] })
  expect(read(writeTatUrl(third, { page: 4 }).toString())).toMatchObject({ page: 4, from: '2026-03-01' })
})

test('the API is asked for what is set alone', () => {
  expect(filtersOf(read(''))).toEqual({ dateType: 'uploadDate' })
  expect(filtersOf(read('from=2026-03-01&modality=CT,MR/SR&search=x'))).toEqual({
    ...{ dateType: 'uploadDate', fromDate: '2026-03-01', modality: 'CT,MR/SR', search: 'x' },
  })
})

test('a report needs a range or a location', () => {
  expect(['', 'search=x', 'to=2026-03-01', `location=${id}`].map((address) => asksForReport(read(address)))).toEqual([
    ...[false, false, true, true],
  ])
})
