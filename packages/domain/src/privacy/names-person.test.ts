import { expect, test } from 'vitest'
import { namesPerson } from './names-person.ts'

test.each([
  ['Li^Na', 'Asked for by Li Na'],
  ['Li^Na', 'Li Na asked for it'],
  ['Ng^Wei', 'On behalf of Mr Ng.'],
  ['Ng^Wei', 'Letter (NG, 12 June)'],
  ['Øst^Bo', 'Asked for by Bo'],
  ['Wang^Wei=王^伟', '王伟要求删除'],
  ['王^小東', '小東さんの依頼'],
  ['김^민수', '김민수 요청'],
  ['Marsh^Helen', 'helen asked'],
  ['Nguyễn^Thị', 'Nguyễn asked'],
])('%s is named by %j', (name, text) => {
  expect(namesPerson(text, { names: [name], ids: [] })).toBe(true)
})

test.each([
  ['An^Do', 'An uncle had to do it on an old form'],
  ['Do^An', 'Asked for. An answer was sent: do not repeat'],
  ['Im^So', 'Wunsch im Brief, so gefordert'],
  ['Li^Na', 'The liability of a national list'],
  ['Al^Ed', 'Also edited'],
  ['王^伟', '国王要求删除'],
  ['Marsh^Helen', 'Marshland'],
  ['Marsh^Helen^^Dr', 'The letter of Dr Delgado'],
])('%s is not named by %j', (name, text) => {
  expect(namesPerson(text, { names: [name], ids: [] })).toBe(false)
})

test('an id is found inside of words, and one of two characters nowhere', () => {
  expect(namesPerson('about pat-123x', { names: [], ids: ['PAT-123'] })).toBe(true)
  expect(namesPerson('12 June', { names: [], ids: ['12'] })).toBe(false)
})
