import { expect, test } from 'vitest'
import { decisionText, groupsOf } from './review-words.ts'

test('groups studies by person, with the new person as null', () => {
  expect(groupsOf({ a: 'one', b: 'new', c: 'one' })).toEqual([
    { personId: 'one', studyIds: ['a', 'c'] },
    { personId: null, studyIds: ['b'] },
  ])
})

test('describes a decision and its undoing', () => {
  const decided = {
    outcome: 'same',
    people: 1,
    movedStudies: 2,
    decidedBy: 'Ada',
    decidedAt: '2026-03-01T10:00:00.000Z',
  } as const
  expect(decisionText({ ...decided, undoneBy: null, undoneAt: null })).toMatch(
    /^Ada decided that all studies belong to one person on .+\. 2 studies moved\.$/,
  )
  expect(decisionText({ ...decided, undoneBy: 'Grace', undoneAt: '2026-03-02T10:00:00.000Z' })).toMatch(/Grace undid it on .+\.$/)
})
