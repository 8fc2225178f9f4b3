import type { FieldAttrs } from './schema.ts'

/** A reporting system: its name in texts and labels, and the categories that exist. */
type System = { name: string; names: string; values: readonly string[] }

const oneTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`)

/** The categories of the reporting systems, as their publishers list them (ACR, NCCN, Alberta Stroke Program and others). */
const systems: readonly System[] = [
  { name: 'BI-RADS', names: 'bi-?rads', values: [...oneTo(0, 6), '4A', '4B', '4C'] },
  {
    name: 'Lung-RADS',
    names: 'lung-?rads',
    values: [...oneTo(0, 4), '4A', '4B', '4X', '0S', '1S', '2S', '3S', '4AS', '4BS', '4XS'],
  },
  { name: 'PI-RADS', names: 'pi-?rads', values: [...oneTo(1, 5), '3+1'] },
  { name: 'LI-RADS', names: 'li-?rads', values: [...oneTo(1, 5), 'M', 'TIV', 'NC'] },
  { name: 'TI-RADS', names: '(?:acr )?ti-?rads', values: [...oneTo(1, 5), '4A', '4B', '4C'] },
  { name: 'CAD-RADS', names: 'cad-?rads', values: [...oneTo(0, 5), '4A', '4B', 'N'] },
  { name: 'C-RADS', names: 'c-?rads', values: oneTo(0, 4).flatMap((value) => [value, `C${value}`, `E${value}`]) },
  { name: 'NI-RADS', names: 'ni-?rads', values: [...oneTo(0, 4), '2A', '2B'] },
  { name: 'VI-RADS', names: 'vi-?rads', values: oneTo(1, 5) },
  { name: 'O-RADS', names: 'o-?rads', values: oneTo(0, 5) },
  { name: 'ASPECTS', names: 'aspects', values: oneTo(0, 10) },
  { name: 'Deauville', names: 'deauville', values: [...oneTo(1, 5), 'X'] },
  { name: 'Fazekas', names: 'fazekas', values: oneTo(0, 3) },
]

/** `O-RADS` is also the end of no other name, because a letter before it would make it one. */
const nameOf = ({ names }: System) => `(?<![\\p{L}-])(?:${names})(?![\\p{L}])`
const labelOf = new Map(systems.map((system) => [system, new RegExp(nameOf(system), 'iu')]))

const separator = '(?:[:=\\s]|category|cat\\.?|score|assessment|of|is){0,4}'
/** A number right behind the name, with its letter. Dates, sizes and ranges are none. */
const mentions = systems.map((system) => ({
  system,
  pattern: new RegExp(
    `${nameOf(system)}${separator}(?<value>\\d{1,2}[a-z]?)(?![\\p{L}\\d]|[./]\\d|\\s*(?:mm|cm|years?|months?|days?))`,
    'giu',
  ),
}))

/** Words around a category that say nothing of its value: its side or organ, and the name of the system. */
const around =
  /\b(?:category|cat|score|acr|tr|lr|right|left|breasts?|both|side|sides|lesion|nodule|index|and|of|the|in)\b|[.:()=]/giu
const parts = (value: string): string[] => value.split(/[,;/]|\band\b/iu)
const plain = (value: string, label: RegExp | null): string =>
  value
    .replace(label ?? /$^/u, ' ')
    .replace(/^\s*(?:tr|lr)-?(?=\d|m\b|tiv\b|nc\b)/iu, '')
    .replaceAll(around, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()

const isOption = (value: string, options: readonly string[]) =>
  options.some((option) => option.toLowerCase() === value.trim().toLowerCase())

/** A value that its field does not list. `isCategory`: the field is of a reporting system, or it must be filled and lists codes, or its value is a code. */
export type Unlisted = { isCategory: boolean; message: string }

/** An option that is a code, alone or behind a word: `4A`, `T3a`, `ACR B`. */
const aCode = /\d|(?:^|\s)\p{L}$/u
/** A number or a letter alone, which says nothing in a field of words. */
const aloneCode = /^\s*(?:\d{1,3}\p{L}?|\p{L})\s*$/u

/** Returns why a value is none that the field lists, or null. Several values are listed if each of them is. */
export function unlistedValue({ label, kind, options, completion }: FieldAttrs, value: string): Unlisted | null {
  const system = systems.find((one) => labelOf.get(one)?.test(label))
  if (!system && (kind !== 'choice' || options.length === 0)) return null
  const isCoded = options.length > 1 && options.filter((option) => aCode.test(option)).length > options.length / 2
  const isCategory = system !== undefined || (completion === 'prohibit' && (isCoded || aloneCode.test(value)))
  if (value.trim() === '' || isOption(value, options) || parts(value).every((part) => isOption(part, options))) return null
  const listed = options.length > 0 ? options : (system?.values ?? [])
  const pattern = (system && labelOf.get(system)) ?? null
  const known = new Set(listed.map((one) => plain(one, pattern)))
  const isListed = isCategory && parts(value).every((part) => known.has(plain(part, pattern)))
  if (isListed) return null
  return { isCategory, message: `“${value.trim()}” is not one of the values of ${label}: ${listed.join(', ')}.` }
}

/** Any of the systems: most paragraphs name none, and are not searched for each. */
const anySystem = new RegExp(systems.map(({ names }) => names).join('|'), 'iu')

/** Returns the categories in a text that do not exist, with their places. */
export const unknownCategories = (text: string): { from: number; to: number; message: string }[] =>
  (anySystem.test(text) ? mentions : []).flatMap(({ system, pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: words, groups }) => {
      const value = groups?.value ?? ''
      if (system.values.includes(value.toUpperCase())) return []
      return [{ from: index, to: index + words.length, message: `“${words}” is no category of ${system.name}.` }]
    }),
  )
