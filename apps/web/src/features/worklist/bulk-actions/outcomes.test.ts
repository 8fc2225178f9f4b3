import { expect, test } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { splitOutcomes } from './outcomes.ts'

test('each study has its own answer, and one without an answer is neither done nor refused', () => {
  const [one, two, three] = [makeRow(1), makeRow(2), makeRow(3)]
  const { done, refused } = splitOutcomes(
    [one, two, three],
    [
      { studyId: two._id, error: { code: 'INVALID_TRANSITION', message: 'Not possible' } },
      { studyId: one._id, error: null },
    ],
  )
  expect(done).toEqual([one])
  expect(refused).toEqual([{ study: two, error: 'Not possible' }])
})
