import type { Place } from '../message/message.ts'
import { addFault, addUnknown, type CodedField, type Findings } from './findings.ts'
import type { MappedNumber } from './mapped-order.ts'
import { type Mapping, type OrderPlace, orderPlaces } from './mapping.ts'
import { readPlace, type Scope, segmentsOf } from './places.ts'
import { doctorName, entity, isRemoved, type Occurrence, type Sent } from './values.ts'

export type Found = Occurrence & { place: Place }
export type Reading = { scope: Scope; mapping: Mapping; findings: Findings }

/** Returns the occurrences of the first place that has a value. */
export function find({ scope, mapping }: Reading, name: OrderPlace): Found[] {
  for (const text of mapping.places[name] ?? orderPlaces[name]) {
    const place = readPlace(text)
    if (place === null) continue
    const found = segmentsOf(scope, place.segment).flatMap((segment) =>
      Array.from({ length: segment.repetitions(place.field) }, (_, at) => ({
        segment,
        field: place.field,
        repetition: at + 1,
        place,
      })),
    )
    const filled = found.filter((at) => isRemoved(at) || hasValue(at))
    if (filled.length > 0) return filled
  }
  return []
}

/** A place with a component counts only if that component is filled. */
const hasValue = (at: Found): boolean =>
  at.place.component === undefined
    ? at.segment.raw(at.field, at.repetition).replace(/[^\p{L}\p{N}]/gu, '') !== ''
    : textAt(at) !== ''

/** Returns the text at a place: its own component, or the first. */
export function textAt(at: Found): string {
  const text = at.segment.value(at.field, at.place.component ?? 1, at.place.subcomponent ?? 1, at.repetition)
  return text.replace(/\s+/g, ' ')
}

/** Reads a field by its first occurrence. `read` returns null if the value is not allowed. */
export function field<T>(reading: Reading, name: OrderPlace, says: string, read: (at: Found) => T | null): Sent<T> {
  const [at] = find(reading, name)
  if (at === undefined) return undefined
  if (isRemoved(at)) return null
  const value = read(at)
  if (value === null) addFault(reading.findings, 'dataType', at.place, says, at.segment)
  return value ?? undefined
}

/** As `field` for a field with codes. A value that `read` does not know is noted, and says nothing. */
export function codedField<T>(reading: Reading, name: OrderPlace & CodedField, read: (text: string) => T | undefined): Sent<T> {
  const [at] = find(reading, name)
  if (at === undefined) return undefined
  if (isRemoved(at)) return null
  const text = textAt(at)
  // Other components of the field have values.
  if (text === '') return undefined
  const value = read(text)
  if (value === undefined) addUnknown(reading.findings, name, at.place, text)
  return value
}

/** Returns a text that is short enough and not empty, or null. */
export const upTo = (max: number, text: string) => (text.length > max || text === '' ? null : text)
/** Reads a short text. */
export const short = (reading: Reading, name: OrderPlace, max = 64) =>
  field(reading, name, `is longer than ${max} characters`, (at) => upTo(max, textAt(at)))

/** Reads a number with its authority; a place with a component has a number only. */
export const number = (reading: Reading, name: OrderPlace): Sent<MappedNumber> =>
  field(reading, name, 'is not an order number of at most 199 characters', (at) => {
    const found = at.place.component === undefined ? entity(at) : { number: textAt(at), authority: null }
    return found === null || found.number.length > 199 || (found.authority?.length ?? 0) > 250 ? null : found
  })

/** Reads the name of a doctor, from occurrences of one name in several scripts. */
export const doctor = (at: Found, all: readonly Found[] = [at]) =>
  upTo(400, at.place.component === undefined ? doctorName(all) : textAt(at))
