import { expect, test } from 'vitest'
import { pageNumbers } from './list-pager.tsx'

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [2, 4, [1, 2, 3, 4]],
  [1, 3, [1, 2, 3]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('the pager of page %i of %i', (current, total, expected) => {
  expect(pageNumbers(current, total)).toEqual(expected)
})
