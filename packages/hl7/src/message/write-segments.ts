import { Hl7Segment } from '@medplum/core'
import { writeEscapes } from './escapes.ts'
import type { Separators } from './header.ts'

/** The separators of all messages that Readroom writes. */
export const separators: Separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }

/** Returns a text with its separators escaped. */
export const writeText = (value: string): string => writeEscapes(value, separators)

/** Returns the components of a field, without the empty ones at its end. */
export function writeComponents(...values: readonly string[]): string {
  const last = values.findLastIndex((value) => value !== '')
  return values
    .slice(0, last + 1)
    .map(writeText)
    .join(separators.component)
}

/** Returns an instant as HL7 writes it, in UTC. */
export const writeInstant = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`

/** Returns a segment with its fields at their numbers. */
export function writeSegment(name: string, fields: Readonly<Record<number, string>>): Hl7Segment {
  const last = Math.max(...Object.keys(fields).map(Number))
  return new Hl7Segment([name, ...Array.from({ length: last }, (_, at) => fields[at + 1] ?? '')])
}
