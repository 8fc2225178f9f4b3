import { expect, test } from 'vitest'
import { foundMarks, manualMarks, markWords, marksAt, StudyMark, studyMarks } from './study-marks.ts'

test('the reading room shows every mark that bears on the images or the report', () => {
  const hidden = StudyMark.options.filter((mark) => !studyMarks[mark].shown.readingRoom)
  // Its own parts of the reading room show the first three; the fourth is for administrators, the last for accounting.
  expect(hidden).toEqual(['preliminaryReport', 'laboratoryConflict', 'questionWaiting', 'hasOrder', 'billedStudy'])
})

test('a mark is found or set by people', () => {
  expect([...foundMarks, ...manualMarks].toSorted()).toEqual(StudyMark.options.toSorted())
  expect(manualMarks).toEqual(['meetReferralDoctor', 'studyException', 'billedStudy'])
})

test('a place shows its marks in the order of the table, each with its note', () => {
  const flags = ['billedStudy', 'studyException', 'newImages'] as const
  expect(marksAt('readingRoom', { flags })).toEqual(['newImages', 'studyException'])
  expect(markWords('studyException', { studyException: 'Wrong knee' })).toBe('Study Exception: Wrong knee')
  expect(markWords('billedStudy', {})).toBe('Billed Study')
})
