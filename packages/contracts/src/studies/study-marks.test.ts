import { expect, test } from 'vitest'
import { foundMarks, manualMarks, marksAt, markWords, StudyMark, studyMarks } from './study-marks.ts'

test('the reading room shows every mark that is found in images and reports', () => {
  const hidden = foundMarks.filter((mark) => !studyMarks[mark].shown.readingRoom)
  // Other parts of the page say these, but for the conflict, which administrators resolve.
  expect(hidden).toEqual(['preliminaryReport', 'laboratoryConflict', 'questionWaiting', 'hasOrder'])
})

test('a mark is found or set by people', () => {
  expect([...foundMarks, ...manualMarks].toSorted()).toEqual(StudyMark.options.toSorted())
  expect(manualMarks).toContain('billedStudy')
})

test('a place shows its marks in the order of the table, each with its note', () => {
  const flags = ['billedStudy', 'studyException', 'newImages'] as const
  expect(marksAt('readingRoom', { flags })).toEqual(['newImages', 'studyException'])
  expect(markWords('studyException', { studyException: 'Wrong knee' })).toBe('Study Exception: Wrong knee')
  expect(markWords('billedStudy', {})).toBe('Billed Study')
})
