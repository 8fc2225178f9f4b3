import type { Measurement, Place } from './viewer-frame.ts'

/** What OHIF writes stands in a report as text: one line, without what no font shows. */
const plain = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/** `series 3, image 45`, of a prior with that word; null where the images do not say their numbers. */
function whereIs({ studyUid, series, image, frame }: Place, currentUid: string | undefined): string | null {
  if (series === null || image === null) return null
  const of = studyUid === currentUid ? '' : 'prior, '
  return `${of}series ${series}, image ${image}${frame === null ? '' : `, frame ${frame}`}`
}

/** One measurement as a line of text; none where it has no value. */
export function measurementWords(one: Measurement, currentUid: string | undefined): string[] {
  const values = one.text.map(plain).filter(Boolean).join(', ')
  if (values === '') return []
  const label = plain(one.label)
  const where = whereIs(one, currentUid)
  return [`${label === '' ? '' : `${label}: `}${values}${where === null ? '' : ` (${where})`}`]
}

/** An image by its numbers. */
export function imageWords(place: Place | null, currentUid: string | undefined): string[] {
  const where = place && whereIs(place, currentUid)
  return where ? [`(${where})`] : []
}
