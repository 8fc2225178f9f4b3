import { AppError } from '@readroom/contracts/core/errors'
import { type Instance, wholeNumber } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'

/** A frame of an image, counted from 1. `id` is Orthanc's. */
export type Slice = { id: string; frame: number }

const maxSlices = 10_000

type Vector = readonly [number, number, number]

const numbersOf = (text: string | undefined) => (text ?? '').split('\\').map((part) => Number.parseFloat(part))

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Returns the direction of a stack of slices, from the rows and columns of its first image (DICOM PS3.3 section C.7.6.2.1.1). */
function normalOf({ MainDicomTags: { ImageOrientationPatient } }: Instance): Vector | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbersOf(ImageOrientationPatient)
  const normal = [b * f - c * e, c * d - a * f, a * e - b * d] as const
  return Math.hypot(...normal) > 0.5 ? normal : null
}

/** Returns the place of each image along the stack; null if two are at the same place, or one at none. */
function placesIn(images: readonly Instance[]): Map<string, number> | null {
  const [first] = images
  const normal = first ? normalOf(first) : null
  if (!normal) return null
  const places = images.map(({ ID, MainDicomTags: { ImagePositionPatient } }) => {
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = numbersOf(ImagePositionPatient)
    return [ID, dot([x, y, z], normal)] as const
  })
  const isStack =
    places.every(([, place]) => Number.isFinite(place)) && new Set(places.map(([, place]) => place)).size === places.length
  return isStack ? new Map(places) : null
}

const numberOf = ({ MainDicomTags: { InstanceNumber } }: Instance) => wholeNumber(InstanceNumber) ?? Number.MAX_SAFE_INTEGER

/** Orders images as they lie in the patient, or by their numbers. */
function inOrder(images: readonly Instance[]): Instance[] {
  const places = placesIn(images)
  const keyOf = places ? (image: Instance) => places.get(image.ID) ?? 0 : numberOf
  return [...images].sort((a, b) => keyOf(a) - keyOf(b) || (a.ID < b.ID ? -1 : 1))
}

/** Lists the frames of a series in order. Throws IMAGE_TOO_LARGE if they are too many, and OrthancNotFound. */
export async function listSlices(orthanc: Pick<Orthanc, 'listInstances'>, seriesId: string): Promise<Slice[]> {
  const images = inOrder(await orthanc.listInstances(seriesId))
  const counted = images.map(({ ID, MainDicomTags: { NumberOfFrames } }) => ({
    id: ID,
    frames: Math.max(1, wholeNumber(NumberOfFrames) ?? 1),
  }))
  if (counted.reduce((sum, { frames }) => sum + frames, 0) > maxSlices) throw new AppError('IMAGE_TOO_LARGE')
  return counted.flatMap(({ id, frames }) => Array.from({ length: frames }, (_, index) => ({ id, frame: index + 1 })))
}
