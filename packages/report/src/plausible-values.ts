import type { FieldAttrs } from './schema.ts'

/** A range: lowest and highest. */
type Range = readonly [from: number, to: number]

/** The limits of a number. Outside of `possible` is an error. Outside of `usual`, the signer is asked. */
type Kind = { label?: RegExp; unit?: RegExp; possible: Range; usual: Range }

const positive: Range = [0, Number.POSITIVE_INFINITY]
const length = /^(?:mm|cm)$/iu

/** The first that fits a label and its unit counts. Limits are wide: they find slips of the hand, and say nothing about disease. */
const kinds: readonly Kind[] = [
  { label: /\b[tz]-?score\b/iu, possible: [-12, 12], usual: [-7, 7] },
  { label: /\b(?:change|difference|growth)\b/iu, unit: /^%$/u, possible: [-100, Number.POSITIVE_INFINITY], usual: [-100, 2_000] },
  { label: /\bejection fraction\b|\b[lr]?v?ef\b/iu, unit: /^%?$/u, possible: [1, 100], usual: [5, 90] },
  { unit: /^%$/u, possible: [0, 100], usual: [0, 100] },
  { label: /\bkidney,? (?:length|size)\b/iu, unit: /^mm$/iu, possible: positive, usual: [20, 250] },
  { label: /\b(?:kidney|spleen),? (?:length|size)\b/iu, unit: /^cm$/iu, possible: positive, usual: [2, 35] },
  {
    label: /\b(?:displacement|distance|edge|gap|shift|step|thickness|slip)\b/iu,
    unit: length,
    possible: [-500, 2_500],
    usual: [0, 500],
  },
  { unit: /^mm$/iu, possible: [0, 2_500], usual: [0.1, 600] },
  { unit: /^cm$/iu, possible: [0, 250], usual: [0.01, 60] },
  { unit: /^\/min$/iu, possible: [0, 600], usual: [20, 300] },
  { unit: /^mmhg$/iu, possible: [0, 500], usual: [1, 250] },
  { unit: /^mmol\/l$/iu, possible: [0, 200], usual: [1, 40] },
  { unit: /^(?:ml|g|ml\/m²|gy·cm²|mgy·?\*?cm|mgy|msv|mbq)$/iu, possible: positive, usual: positive },
  { label: /\bage\b/iu, unit: /^weeks?$/iu, possible: [0, 46], usual: [3, 43] },
  { label: /\bage\b/iu, unit: /^(?:years?|y)?$/iu, possible: [0, 130], usual: [0, 115] },
  { label: /\b(?:agatston|suv\w*)\b/iu, possible: positive, usual: positive },
]

const aNumber = /(?<![\p{L}\d.,])(?<sign>[-−])?(?<digits>\d{1,9}(?:[.,]\d{1,6})?)/gu
const isOutside = (value: number, [from, to]: Range) => value < from || value > to

/** A number that cannot be (`isImpossible`), or is hardly so. */
export type Implausible = { isImpossible: boolean; message: string }

/** Returns what is wrong with the value of a number field, or null. Words are left alone. */
export function implausibleValue({ label, kind, unit }: FieldAttrs, value: string): Implausible | null {
  if (kind !== 'number') return null
  const known = kinds.find((one) => (one.label?.test(label) ?? true) && (one.unit?.test(unit.trim()) ?? true))
  if (!known) return null
  // A range has a dash between its numbers: `12-14`.
  const values = [...value.matchAll(aNumber)].map(({ groups, index }) => {
    const isNegative = groups?.sign !== undefined && !/\d\s*$/u.test(value.slice(0, index))
    return Number(`${isNegative ? '-' : ''}${groups?.digits?.replace(',', '.')}`)
  })
  const said = `${label} “${value.trim()}${unit === '' ? '' : ` ${unit}`}”`
  if (values.some((one) => isOutside(one, known.possible))) return { isImpossible: true, message: `${said} is not possible.` }
  if (values.some((one) => isOutside(one, known.usual)))
    return { isImpossible: false, message: `${said} is unusual. Check the value.` }
  return null
}

const zeroSize = /(?<![\d.,/-])0(?:[.,]0+)?\s?(?:mm|cm|ml|cm²|mm²|cm³)(?![\p{L}\d])/giu
/** Not at the beginning of a line, where a dash is a bullet, and not in a range. */
const negativeSize = /(?<=[^\s\d.,)-]\s{0,2})(?<![\p{L}\d)])[-−]\d{1,5}(?:[.,]\d+)?\s?(?:mm|cm|ml)(?![\p{L}\d])/giu
const ejectionFraction = /\b(?:ejection fraction|[LR]VEF|EF)\b[^\d\n.;%−-]{0,20}(?<value>[-−]?\d{1,4})(?:[.,]\d+)?\s?%/giu
const age = /(?<![\d.,])(?<value>\d{3,4})[- ]years?[- ](?:old|of age)\b/giu
/** Labels of what may well be nothing. */
const mayBeNone = /\b(?:residual|displace\w*|shift\w*|step\w*|gap|spacing|volume|void\w*|slip)\b/iu

/** Returns the numbers of a text that cannot be, with their places. */
export function implausibleNumbers(text: string): { from: number; to: number; message: string }[] {
  if (!/\d/u.test(text)) return []
  const place = ({ index, 0: words }: RegExpMatchArray) => ({ from: index ?? 0, to: (index ?? 0) + words.length })
  const numberOf = ({ groups }: RegExpMatchArray) => Number(groups?.value?.replace('−', '-'))
  const say = (match: RegExpMatchArray) => ({
    ...place(match),
    message: `“${match[0].trim()}” is hardly possible. Check the value.`,
  })
  return [
    ...(mayBeNone.test(text) ? [] : text.matchAll(zeroSize)),
    ...(/change|decreas|reduc|differ|score/iu.test(text) ? [] : text.matchAll(negativeSize)),
    ...[...text.matchAll(ejectionFraction)].filter((match) => isOutside(numberOf(match), [5, 90])),
    ...[...text.matchAll(age)].filter((match) => numberOf(match) > 115),
  ].map(say)
}
