import type { SavedList, SavedQuery } from '@readroom/contracts/worklist/saved-lists'
import { expect, test } from 'vitest'
import { openedList } from './opened-list.ts'

const query = (filters: SavedQuery['filters'], columns = ['status']): SavedQuery => ({
  filters,
  tab: 'all',
  sort: '-uploadDate',
  columns,
})
const list = (_id: string, saved: SavedQuery | null): SavedList => ({
  _id,
  name: _id,
  query: saved,
  givenTo: null,
  isOwn: true,
  givenBy: null,
})
const lists = [list('ct', query({ modality: 'CT', mlc: 'true' })), list('former', null), list('mr', query({ modality: 'MR' }))]
const at = (listId: string, current: SavedQuery) => openedList(lists, { listId, current, openedAs: (saved) => saved })

test('the list named in the address is open, whatever the order of its filters', () => {
  expect(at('ct', query({ mlc: 'true', modality: 'CT' }))).toEqual({ list: lists[0], isChanged: false })
})

test.each([
  ['a filter', query({ modality: 'CT' })],
  ['a column', query({ modality: 'CT', mlc: 'true' }, ['status', 'series'])],
  ['the order', { ...query({ modality: 'CT', mlc: 'true' }), sort: 'patientName' as const }],
  ['the tab', { ...query({ modality: 'CT', mlc: 'true' }), tab: 'pending' as const }],
])('it counts as changed if %s differs', (_what, current) => {
  expect(at('ct', current)).toEqual({ list: lists[0], isChanged: true })
})

test('without a name, the list whose view matches is open, and with `none` no list is', () => {
  expect(at('', query({ modality: 'MR' }))).toEqual({ list: lists[2], isChanged: false })
  expect(at('none', query({ modality: 'MR' }))).toBeNull()
  expect(at('', query({ modality: 'US' }))).toBeNull()
  expect(at('gone', query({ modality: 'MR' }))).toBeNull()
})

test('a list without columns is open with those of its reader', () => {
  const own = [list('risk', query({ deadline: 'atRisk' }, []))]
  const current = query({ deadline: 'atRisk' }, ['status', 'series'])
  expect(openedList(own, { listId: 'risk', current, openedAs: (saved) => saved })).toEqual({ list: own[0], isChanged: false })
})

test("a list that can't be opened never matches the view", () => {
  expect(at('former', query({}))).toEqual({ list: lists[1], isChanged: true })
})
