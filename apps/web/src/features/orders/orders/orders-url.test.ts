import { expect, test } from 'vitest'
import { queryOf, readOrdersUrl, writeOrdersUrl } from './orders-url.ts'

test('an address with filters asks the server for them', () => {
  const url = readOrdersUrl(new URLSearchParams('state=held&search=anna&from=2026-11-01&view=without-order'))
  expect(url.view).toBe('without-order')
  expect(queryOf(url)).toEqual({ state: 'held', search: 'anna', from: '2026-11-01' })
})

test('an invalid filter filters nothing', () => {
  expect(queryOf(readOrdersUrl(new URLSearchParams('state=lost&lab=7&to=yesterday')))).toEqual({ search: '' })
})

test('filters that say nothing are not in the address', () => {
  const params = writeOrdersUrl(new URLSearchParams('state=held&view=without-order'), {
    state: '',
    view: 'orders',
    search: 'anna',
  })
  expect(params.toString()).toBe('search=anna')
})
