import { describe, expect, it } from 'vitest'
import { placeOf, planesAgree, translation } from './link.js'

const axial = [1, 0, 0, 0, 1, 0]
const coronal = [1, 0, 0, 0, 0, -1]
const feetFirst = [-1, 0, 0, 0, 1, 0]
const tilted = (degrees) => {
  const angle = (degrees * Math.PI) / 180
  return [1, 0, 0, 0, Math.cos(angle), Math.sin(angle)]
}
const image = (ImageOrientationPatient, ImagePositionPatient = ['0', '0', '10']) => ({
  ImageOrientationPatient,
  ImagePositionPatient,
})
const agree = (one, other) => planesAgree(placeOf(one), placeOf(other))

describe('planes', () => {
  it.each([
    ['the same', axial, axial, true],
    ['the same from the other side', axial, feetFirst, true],
    ['a tilted gantry', axial, tilted(14), true],
    ['an oblique plane', axial, tilted(30), false],
    ['another plane', axial, coronal, false],
  ])('%s', (_words, one, other, does) => {
    expect(agree(image(one), image(other))).toBe(does)
  })

  it.each([
    ['no orientation', image(undefined)],
    ['no position', image(axial, null)],
    ['a broken orientation', image(['1', 'x', '0', '0', '1', '0'])],
    ['an orientation of nothing', image([0, 0, 0, 0, 0, 0])],
    ['no header', undefined],
  ])('never agree with %s', (_words, other) => {
    expect(agree(image(axial), other)).toBe(false)
  })
})

it('moves a place by the distance between two others', () => {
  expect(translation([1, 2, 3], [1, 2, 13])).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1])
})
