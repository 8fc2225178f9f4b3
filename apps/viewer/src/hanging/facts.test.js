import { expect, test } from 'vitest'
import { factsOf } from './facts.js'

const instance = { Modality: 'CT', SeriesNumber: 3, SeriesDescription: 'Thorax', ImageOrientationPatient: [1, 0, 0, 0, 1, 0] }
const set = (fields = {}) => ({ displaySetInstanceUID: 'a', numImageFrames: 4, instances: [{ ...instance, ...fields }] })

test("reads the plane from the image's orientation, or from the orientation that the frames of an enhanced image share", () => {
  expect(factsOf(set()).normal).toEqual([0, 0, 1])
  const shared = [{ PlaneOrientationSequence: [{ ImageOrientationPatient: ['0', '1', '0', '0', '0', '-1'] }] }]
  const { normal } = factsOf(set({ ImageOrientationPatient: undefined, SharedFunctionalGroupsSequence: shared }))
  expect(normal?.map(Math.round)).toEqual([-1, 0, 0])
  expect(factsOf(set({ ImageOrientationPatient: [1, 0] })).normal).toBeNull()
})

test('recognises a localizer by its type or by its name', () => {
  const isLocalizer = (fields) => factsOf(set(fields)).isLocalizer
  expect(isLocalizer({ ImageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] })).toBe(true)
  expect(isLocalizer({ ImageType: 'DERIVED\\SECONDARY\\LOCALIZER' })).toBe(true)
  expect(isLocalizer({ SeriesDescription: 'Topogram  0.6' })).toBe(true)
  expect(isLocalizer({})).toBe(false)
})

test('missing facts are empty, and a series without a number comes last', () => {
  const bare = factsOf({ displaySetInstanceUID: 'a', instances: [{}] })
  expect(bare).toMatchObject({ modality: '', description: '', view: '', side: '', images: 0, number: Number.MAX_SAFE_INTEGER })
})
