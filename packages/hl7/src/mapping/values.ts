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

/** Joins the five parts of a name as DICOM does. */
function dicomName(parts: readonly string[]): string {
  const written = parts.map((text) => text.replace(/[\^=\\]/g, ' ').trim())
  return written.slice(0, written.findLastIndex((text) => text !== '') + 1).join('^')
}

/** Reads a person's name (XPN), whose suffix and prefix stand the other way round than in DICOM. */
export const personName = (at: Occurrence): string => dicomName([part(at, 1), part(at, 2), part(at, 3), part(at, 5), part(at, 4)])

/** Reads a doctor's name (XCN). A doctor without name has an ID. */
export const doctorName = (at: Occurrence): string =>
  dicomName([part(at, 2), part(at, 3), part(at, 4), part(at, 6), part(at, 5)]) || part(at, 1)

/** Reads a number of an order (EI) with the authority that gave it. */
export function entity(at: Occurrence): { number: string; authority: string | null } | null {
  const number = part(at, 1)
  return number === '' ? null : { number, authority: part(at, 2) || part(at, 3) || null }
}

/** Reads a patient ID (CX). */
export function patientId(at: Occurrence): { id: string; authority: string | null } | null {
  const id = part(at, 1)
  const authority = one(at.segment.value(at.field, 4, 1, at.repetition)) || one(at.segment.value(at.field, 4, 2, at.repetition))
  return id === '' ? null : { id, authority: authority || null }
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
