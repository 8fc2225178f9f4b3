import { expect, it } from 'vitest'
import { sidesOf, turnedWords } from './turned.js'

const [right, left, down, up] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
]
const chest = { PatientOrientation: ['L', 'F'] }

it.each([
  ['as stored', right, down, '', 'RHLF'],
  ['flipped horizontally', left, down, 'Mirrored', 'LHRF'],
  ['flipped vertically', right, up, 'Mirrored top to bottom', 'RFLH'],
  ['flipped both ways', left, up, 'Upside down', 'LFRH'],
  ['rotated', down, left, 'Rotated 90° clockwise', 'FRHL'],
  ['rotated the other way', up, right, 'Rotated 90° counterclockwise', 'HLFR'],
  ['flipped and rotated', up, left, 'Mirrored · Rotated 90° clockwise', 'FLHR'],
  ['flipped and rotated the other way', down, right, 'Mirrored · Rotated 90° counterclockwise', 'HRFL'],
])('an image %s is called so, and the letters go with it', (_words, across, below, words, letters) => {
  const axes = { across, down: below }
  expect(turnedWords(axes)).toBe(words)
  const sides = sidesOf(chest, axes)
  expect([sides.left, sides.top, sides.right, sides.bottom].join('')).toBe(letters)
})

it('a length of the rows, or a rounding of the camera, is no turn', () => {
  expect(turnedWords({ across: [3, 1e-9], down: [-1e-9, 2] })).toBe('')
})

it('a free rotation is named in degrees and has no letters', () => {
  const axes = { across: [Math.cos(0.5), Math.sin(0.5)], down: [-Math.sin(0.5), Math.cos(0.5)] }
  expect(turnedWords(axes)).toBe('Rotated 29° clockwise')
  expect(sidesOf(chest, axes)).toBeNull()
})

it.each([
  ['a breast from the side', { PatientOrientation: 'A\\FR' }, { left: 'P', top: 'HL', right: 'A', bottom: 'FR' }],
  ['an image with a plane, whose sides OHIF names', { ...chest, ImageOrientationPatient: [1, 0, 0, 0, 1, 0] }, null],
  ['an animal', { ...chest, AnatomicalOrientationType: 'QUADRUPED' }, null],
  ['unknown letters', { PatientOrientation: ['LE', 'V'] }, null],
  ['one letter', { PatientOrientation: ['L'] }, null],
  ['no orientation', {}, null],
  ['no data', undefined, null],
])('sides of %s', (_words, instance, sides) => {
  expect(sidesOf(instance, { across: right, down })).toEqual(sides)
})
