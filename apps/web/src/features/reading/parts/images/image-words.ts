import { imagePlaceWords } from '@readroom/report/image-place'
import type { Measurement, Place } from '../../requests/viewer-frame.ts'

/** Converts a text from OHIF to one line without unprintable characters. */
const plain = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/** Returns `series 3, image 45`, with the word prior for a prior. Null if the images have no numbers. */
function whereIs(place: Place, currentUid: string | undefined): string | null {
  const words = imagePlaceWords(place)
  if (words === '') return null
  return place.studyUid === currentUid ? words : `prior, ${words}`
}

/** A size of nothing: the tool was pressed and not drawn. */
const isZero = (value: string) => /(?:^|[:\s])[-−]?0(?:[.,]0*)?\s?(?:px|[mc]m[²³]?)$/u.test(value)

/** Returns the label and values of a measurement, with units. Empty if it has no value, or is 0 mm long. */
function valuesOf({ label, text }: Measurement): string {
  const all = text.map(plain).filter(Boolean)
  const values = all.some(isZero) ? '' : all.join(', ')
  return values === '' ? '' : [plain(label), values].filter(Boolean).join(' ')
}

/** Returns all measurements as one sentence that names each place once, with the ids of those it contains. Empty if none has a value. */
export function measurementSentence(
  measurements: readonly Measurement[],
  currentUid: string | undefined,
): { text: string; ids: string[] } {
  const places = new Map<string, string[]>()
  const ids: string[] = []
  for (const one of measurements) {
    const value = valuesOf(one)
    if (value === '') continue
    const where = whereIs(one, currentUid) ?? ''
    places.set(where, [...(places.get(where) ?? []), value])
    ids.push(one.id)
  }
  const said = [...places].map(([where, values]) => `${values.join(', ')}${where === '' ? '' : ` (${where})`}`)
  return { text: said.length === 0 ? '' : `Measured: ${said.join('; ')}.`, ids }
}

/** Returns the text for an image. `number` is its number among the report's key images, or null. */
export function imageWords(place: Place, currentUid: string | undefined, number: number | null): string[] {
  const where = whereIs(place, currentUid)
  if (number === null) return where ? [`(${where})`] : []
  return [`(key image ${number}${where ? `: ${where}` : ''})`]
}
