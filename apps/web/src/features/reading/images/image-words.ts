import { imagePlaceWords } from '@readroom/report/image-place'
import type { Measurement, Place } from './viewer-frame.ts'

/** What OHIF writes stands in a report as text: one line, without what no font shows. */
const plain = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/** `series 3, image 45`, of a prior with that word; null where the images do not say their numbers. */
function whereIs(place: Place, currentUid: string | undefined): string | null {
  const words = imagePlaceWords(place)
  if (words === '') return null
  return place.studyUid === currentUid ? words : `prior, ${words}`
}

/** One measurement as a line of text; none where it has no value. */
export function measurementWords(one: Measurement, currentUid: string | undefined): string[] {
  const values = one.text.map(plain).filter(Boolean).join(', ')
  if (values === '') return []
  const label = plain(one.label)
  const where = whereIs(one, currentUid)
  return [`${label === '' ? '' : `${label}: `}${values}${where === null ? '' : ` (${where})`}`]
}

/** An image by its numbers; `number`: which of the report's key images it is. */
export function imageWords(place: Place, currentUid: string | undefined, number: number | null): string[] {
  const where = whereIs(place, currentUid)
  if (number === null) return where ? [`(${where})`] : []
  return [`(key image ${number}${where ? `: ${where}` : ''})`]
}
