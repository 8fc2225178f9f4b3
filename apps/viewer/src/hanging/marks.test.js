import { expect, it } from 'vitest'
import { hasMarks } from './marks.js'

const named = (code, rest = {}) => ({ ConceptNameCodeSequence: [{ CodeValue: code }], ...rest })
const tracking = named('112040', { UID: '1.2' })
const length = named('410668003', { ContentSequence: { ReferencedSOPSequence: { ReferencedSOPInstanceUID: '1.3' } } })
const report = (...groups) => [named('126010', { ContentSequence: groups })]

it.each([
  ['a tracked measurement on an image', report(named('125007', { ContentSequence: [tracking, length] })), true],
  ['a place in space', report(named('125007', { ContentSequence: [tracking, { ReferencedFrameOfReferenceUID: '1.4' }] })), true],
  ['a number without an image', report(named('125007', { ContentSequence: [tracking, named('410668003')] })), false],
  ['a group without a tracking UID', report(named('125007', { ContentSequence: [length] })), false],
  ['no groups', report(), false],
  ['words only', [named('121071', { TextValue: 'A finding' })], false],
  ['no content', undefined, false],
])('knows if a report with %s has marks on images', (_words, content, is) => {
  expect(hasMarks(content)).toBe(is)
})
