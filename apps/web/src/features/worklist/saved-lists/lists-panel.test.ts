import { expect, test } from 'vitest'
import { movedList } from './lists-panel.tsx'

const named = (_id: string) => ({ _id, name: _id, query: null, givenTo: null, isOwn: true, givenBy: null })
const own = ['a', 'b', 'c'].map(named)

test('a list moves one position up or down, but not beyond the ends', () => {
  expect(movedList(own, named('b'), -1)).toEqual(['b', 'a', 'c'])
  expect(movedList(own, named('b'), 1)).toEqual(['a', 'c', 'b'])
  expect(movedList(own, named('a'), -1)).toBeUndefined()
  expect(movedList(own, named('c'), 1)).toBeUndefined()
  expect(movedList(own, named('given'), 1)).toBeUndefined()
})
