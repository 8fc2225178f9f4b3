import { Buffer, isAscii } from 'node:buffer'
import { Temporal } from 'temporal-polyfill'
import type { Segment } from '../message/message.ts'

/** Left out: the sender says nothing. Null: the sender says that there is no value (`""`). */
export type Sent<T> = T | null | undefined

/** One occurrence of a field. */
export type Occurrence = { segment: Segment; field: number; repetition: number }

/** HL7's sign for a value that is to be removed. */
export const DELETED = '""'

const one = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns a component in one line; empty if it is missing or removed. */
export function part({ segment, field, repetition }: Occurrence, component: number): string {
  const text = one(segment.value(field, component, 1, repetition))
  return text === DELETED ? '' : text
}

/** Returns the lines of a text; empty if it is missing. */
export function lines({ segment, field, repetition }: Occurrence, component: number): string {
  const text = segment.value(field, component, 1, repetition)
  return text === DELETED ? '' : text
}

/** Returns true if a field was sent as `""`. */
export const isRemoved = ({ segment, field, repetition }: Occurrence): boolean =>
  segment.raw(field, repetition).trim() === DELETED

const joined = (texts: readonly string[], separator: string) =>
  texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(separator)

/** Reads a family name (FN): the whole, or else its parts. */
function familyName(at: Occurrence, component: number): string {
  const parts = [2, 3, 4, 5].map((subcomponent) => one(at.segment.value(at.field, component, subcomponent, at.repetition)))
  return part(at, component) || one(parts.join(' '))
}

/** The components of a name, by data type: where the family name is, and the kind of name and its script (HL7 tables 0200 and 0465). */
const components = { XPN: { family: 1, type: 7, script: 8 }, XCN: { family: 2, type: 10, script: 15 } } as const
type NameType = keyof typeof components

/** Delimiters of PN in a part would make other parts of it. `=` before plain letters begins no second script, and stays. */
const plain = (text: string) => one(text.replace(isAscii(Buffer.from(text)) ? /[\^\\]/g : /[\^=\\]/g, ' '))

/** Joins the parts of a name as DICOM does, whose prefix stands before the suffix. A degree is a suffix there. */
function nameGroup(at: Occurrence, type: NameType): string {
  const { family } = components[type]
  const [given, middle, suffix, prefix, degree] = [1, 2, 3, 4, 5].map((further) => part(at, family + further))
  const parts = [familyName(at, family), given, middle, prefix, one(`${suffix} ${degree}`)]
  return joined(
    parts.map((text) => plain(text ?? '')),
    '^',
  )
}

const scripts = ['A', 'I', 'P']

/** Reads a name as DICOM writes it, from occurrences of one name: the first of each script. Without script, a name is alphabetic. */
function nameOf(occurrences: readonly Occurrence[], type: NameType): string {
  const groups = scripts.map((script) => {
    const found = occurrences.find((at) => (part(at, components[type].script) || 'A') === script)
    return found === undefined ? '' : nameGroup(found, type)
  })
  return joined(groups, '=')
}

/** Reads a person's name (XPN), whose occurrences may be several names, each in several scripts. Legal names come before aliases and maiden names. */
export function personName(occurrences: readonly Occurrence[]): string {
  const typeOf = (at: Occurrence) => part(at, components.XPN.type)
  const main = occurrences.find((at) => typeOf(at) === 'L') ?? occurrences[0]
  if (main === undefined) return ''
  const script = part(main, components.XPN.script)
  const ofMain = occurrences.filter((at) => at === main || (script !== '' && typeOf(at) === typeOf(main)))
  // A script that no table has is one all the same.
  return nameOf(ofMain, 'XPN') || nameGroup(main, 'XPN')
}

/** Reads a doctor's name (XCN), in one script or several. A doctor without name has an ID. */
export function doctorName(occurrences: readonly Occurrence[]): string {
  const [main] = occurrences
  if (main === undefined) return ''
  const ofMain = part(main, components.XCN.script) === '' ? [main] : occurrences
  return nameOf(ofMain, 'XCN') || nameGroup(main, 'XCN') || part(main, 1)
}

/** Reads a doctor's number (XCN). */
export function doctorNumber(at: Occurrence): { number: string; authority: string | null } | null {
  const number = part(at, 1)
  return number === '' ? null : { number, authority: part(at, 9) || null }
}

/** Reads a number of an order (EI) with the authority that gave it. */
export function entity(at: Occurrence): { number: string; authority: string | null } | null {
  const number = part(at, 1)
  return number === '' ? null : { number, authority: part(at, 2) || part(at, 3) || null }
}

/** Reads a patient ID (CX), with its kind (HL7 table 0203) if the sender says so. */
export function patientId(at: Occurrence): { id: string; authority: string | null; type?: string } | null {
  const id = part(at, 1)
  const type = part(at, 5)
  const authority = one(at.segment.value(at.field, 4, 1, at.repetition)) || one(at.segment.value(at.field, 4, 2, at.repetition))
  return id === '' ? null : { id, authority: authority || null, ...(type !== '' && { type }) }
}

const timestamp = /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d{1,6})?)?)?)?)?)?([+-]\d{4})?$/

/** No order and no patient is older or that far ahead; such a date comes from a clock or a program that is wrong. */
const isUsual = (year: number) => year >= 1850 && year <= 2200

/** Returns true for zeros alone: senders write them for a day that they do not know. */
export const isNoDay = (text: string): boolean => /^[0.:\-+ ]*$/.test(text)

/** Returns a date or time as HL7 writes it, if it was written as ISO 8601 does. */
const compact = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
    ? text.slice(0, 10).replaceAll('-', '') + text.slice(10).replaceAll(/[T :]/g, '').replace('Z', '+0000')
    : text

/** Reads the day of a date. Null: not a date, or one that names no day, such as a year. */
export function readDay(text: string): string | null {
  const [, year, month, day] = timestamp.exec(compact(text)) ?? []
  if (year === undefined || month === undefined || day === undefined || !isUsual(Number(year))) return null
  try {
    return Temporal.PlainDate.from(`${year}-${month}-${day}`).toString()
  } catch {
    return null
  }
}

/** Reads a point in time. Without offset it is in `zone`, without time of day the day's beginning. Returns null if it is none. */
export function readInstant(text: string, zone: string): string | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = timestamp.exec(compact(text)) ?? []
  if (day === undefined || !isUsual(Number(year))) return null
  try {
    const local = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
    const place = offset === undefined ? zone : `${offset.slice(0, 3)}:${offset.slice(3)}`
    return new Date(local.toZonedDateTime(place).epochMilliseconds).toISOString()
  } catch {
    return null
  }
}
