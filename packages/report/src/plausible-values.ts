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
  { label: /\bmidline shift\b/iu, unit: /^(?:mm)?$/iu, possible: [-30, 100], usual: [0, 30] },
  { label: /\bmidline shift\b/iu, unit: /^cm$/iu, possible: [-3, 10], usual: [0, 3] },
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

/** A value that is nothing but a number, with or without its unit. */
const numberAlone = /^[-−]?\d{1,9}(?:[.,]\d{1,6})?\s?(?<unit>[a-z%/²³]{0,6})$/iu

/** Returns what is wrong with the number in a field, or null. Words are left alone, and so is a number in a field of words that no label knows. */
export function implausibleValue(field: FieldAttrs, value: string): Implausible | null {
  const { label, kind } = field
  const alone = kind === 'number' ? null : numberAlone.exec(value.trim())
  if (kind !== 'number' && !alone) return null
  const unit = alone ? (alone.groups?.unit ?? '') : field.unit
  const known = kinds.find((one) => (one.label?.test(label) ?? true) && (one.unit?.test(unit.trim()) ?? true))
  if (!known) return null
  // A range has a dash between its numbers: `12-14`.
  const values = [...value.matchAll(aNumber)].map(({ groups, index }) => {
    const isNegative = groups?.sign !== undefined && !/\d\s*$/u.test(value.slice(0, index))
    return Number(`${isNegative ? '-' : ''}${groups?.digits?.replace(',', '.')}`)
  })
  const said = `${label} “${value.trim()}${alone || unit === '' ? '' : ` ${unit}`}”`
  if (values.some((one) => isOutside(one, known.possible))) return { isImpossible: true, message: `${said} is not possible.` }
  if (values.some((one) => isOutside(one, known.usual)))
    return { isImpossible: false, message: `${said} is unusual. Check the value.` }
  return null
}

const zeroSize = /(?<![\d.,/-])0(?:[.,]0+)?\s?(?:mm|cm|ml|cm²|mm²|cm³)(?![\p{L}\d])/giu
/** Not at the beginning of a line, where a dash is a bullet, and not in a range. */
const negativeSize = /(?<=[^\s\d.,)-]\s{0,2})(?<![\p{L}\d)])[-−]\d{1,5}(?:[.,]\d+)?\s?(?:mm|cm|ml)(?![\p{L}\d])/giu
const ejectionFraction = /\b(?:ejection fraction|[LR]VEF|EF)\b[^\d\n.;%−-]{0,20}(?<value>[-−]?\d{1,4})(?:[.,]\d+)?\s?%/giu
/** No velocity, and no pressure of water. */
const longSize =
  /(?<![\p{L}\d.,])(?<value>\d{2,6}(?:[.,]\d{1,3})?)\s?(?<unit>mm|cm)(?![\p{L}\d²³/·*]|\s?(?:\/|per\b|H2O|water|sec))/giu
/** The longest that a text takes without a question, in millimetres, as fields do; but of these words. */
const longest = 600
const mayBeLong =
  /\b(?:bowel|jejun\w*|ile(?:um|al|o\w*)|colon\w*|height|tall|distance|catheter|tube|wire|table|source|legs?|limbs?|radiograph|film)\b/iu
const mayBeNegative = /change|decreas|reduc|differ|score|drop|delta/iu
const age = /(?<![\d.,])(?<value>\d{3,4})[- ]years?[- ](?:old|of age)\b/giu
/** Labels of what may well be nothing. */
const mayBeNone = /\b(?:residual|displace\w*|shift\w*|step\w*|gap|spacing|volume|void\w*|slip)\b/iu

/** Returns the numbers of a text that cannot be (`isImpossible`) or are hardly so, with their places. */
export function implausibleNumbers(text: string): (Implausible & { from: number; to: number })[] {
  if (!/\d/u.test(text)) return []
  const numberOf = ({ groups }: RegExpMatchArray) => Number(groups?.value?.replace('−', '-').replace(',', '.'))
  const isLong = (match: RegExpMatchArray) => numberOf(match) * (match.groups?.unit?.toLowerCase() === 'cm' ? 10 : 1) > longest
  const say = (match: RegExpMatchArray, isImpossible: boolean) => {
    const { index: from = 0, 0: words } = match
    const message = `“${words.trim()}” is ${isImpossible ? 'not' : 'hardly'} possible. Check the value.`
    return { from, to: from + words.length, isImpossible, message }
  }
  const fractions = mayBeNegative.test(text) ? [] : [...text.matchAll(ejectionFraction)]
  return [
    ...[
      ...(mayBeNone.test(text) ? [] : text.matchAll(zeroSize)),
      ...(mayBeNegative.test(text) ? [] : text.matchAll(negativeSize)),
      ...(mayBeLong.test(text) ? [] : [...text.matchAll(longSize)].filter(isLong)),
      ...[...text.matchAll(age)].filter((match) => numberOf(match) > 115),
    ].map((match) => say(match, false)),
    ...fractions
      .filter((match) => isOutside(numberOf(match), [5, 90]))
      .map((match) => say(match, isOutside(numberOf(match), [1, 100]))),
  ]
}
