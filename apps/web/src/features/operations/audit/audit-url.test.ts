import { expect, test } from 'vitest'
import { filtersOf, readAuditUrl, writeAuditUrl } from './audit-url.ts'

const person = '01a203d5-f8b7-713b-a82d-b349b5522c7d'
const read = (query: string) => filtersOf(readAuditUrl(new URLSearchParams(query)))

test('ignores invalid filters in the address', () => {
  expect(read(`person=${person}&kind=look&from=2026-02-30&action=report.sung&study=5&recordOf=5&search=RH-7`)).toEqual({
    person,
    kind: 'look',
    search: 'RH-7',
  })
})

test('leaves empty filters out of the address', () => {
  const params = new URLSearchParams(`person=${person}&kind=look`)
  expect(writeAuditUrl(params, { person: '', action: 'logout' }).toString()).toBe('kind=look&action=logout')
})
