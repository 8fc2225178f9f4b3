import { expect, test } from 'vitest'
import { readListUrl, writeListUrl } from './list-url.ts'

const write = (before: string, changes: Parameters<typeof writeListUrl>[1]) =>
  writeListUrl(new URLSearchParams(before), changes).toString()

const anybody = { invitation: 'all', of: '' }

test.each([
  ['', { page: 1, limit: 10, search: '', status: 'all', role: 'all', ...anybody }],
  [
    'page=3&search=st.+luke&status=inactive',
    { page: 3, limit: 10, search: 'st. luke', status: 'inactive', role: 'all', ...anybody },
  ],
  ['page=-1&status=gone', { page: 1, limit: 10, search: '', status: 'all', role: 'all', ...anybody }],
  ['role=lab_staff', { page: 1, limit: 10, search: '', status: 'all', role: 'lab_staff', ...anybody }],
  ['invitation=over&of=no-id', { page: 1, limit: 10, search: '', status: 'all', role: 'all', ...anybody, invitation: 'over' }],
  ['role=superuser', { page: 1, limit: 10, search: '', status: 'all', role: 'all', ...anybody }],
  ['limit=50', { page: 1, limit: 50, search: '', status: 'all', role: 'all', ...anybody }],
  ['limit=7', { page: 1, limit: 10, search: '', status: 'all', role: 'all', ...anybody }],
  ['page=two', { page: 1, limit: 10, search: '', status: 'all', role: 'all', ...anybody }],
])('reads %j', (search, expected) => {
  expect(readListUrl(new URLSearchParams(search))).toEqual(expected)
})

test('a new search or filter starts at the first page', () => {
  expect(write('page=3&status=active', { search: 'x' })).toBe('status=active&search=x')
  expect(write('page=3&search=x', { status: 'inactive' })).toBe('search=x&status=inactive')
  expect(write('page=3&search=x', { limit: 50 })).toBe('search=x&limit=50')
  expect(write('page=3&search=x', { role: 'doctor_account' })).toBe('search=x&role=doctor_account')
})

test('a change of page keeps the search, the filter and other parameters', () => {
  expect(write('search=x&dialog=edit', { page: 2 })).toBe('search=x&dialog=edit&page=2')
})

test('leaves out defaults', () => {
  expect(write('page=2&search=x&status=active', { page: 1, search: '', status: 'all' })).toBe('')
})
