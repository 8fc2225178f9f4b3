import { beforeEach, expect, test } from 'vitest'
import { pendingBulkZips } from './pending-bulk-zips.ts'

beforeEach(() => sessionStorage.clear())

const [one, two] = [
  { bulkZipId: 'one', count: 2 },
  { bulkZipId: 'two', count: 3 },
]

test('each user finds their own ZIPs until they are forgotten', () => {
  pendingBulkZips.remember('ada', one)
  pendingBulkZips.remember('ada', two)
  expect(pendingBulkZips.read('ada')).toEqual([one, two])
  expect(pendingBulkZips.read('bea')).toEqual([])
  pendingBulkZips.forget('ada', one)
  expect(pendingBulkZips.read('ada')).toEqual([two])
  pendingBulkZips.forget('ada', two)
  expect(sessionStorage).toHaveLength(0)
})

test.each(['not json', '{}', '[{"bulkZipId":7}]'])('an unreadable entry (%s) counts as empty', (stored) => {
  sessionStorage.setItem('bulk_zips_ada', stored)
  expect(pendingBulkZips.read('ada')).toEqual([])
})
