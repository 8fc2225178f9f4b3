import { Buffer } from 'node:buffer'
import { Hl7Message, Hl7Segment } from '@medplum/core'
import { writeEscapes } from './escapes.ts'
import type { Separators } from './header.ts'

/** A number with the authority that gave it. `type`: the kind of patient ID (HL7 table 0203). */
export type Numbered = { id: string; authority: string | null; type?: string | undefined }

/** The separators of the messages that we write. */
export const separators: Separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }

/** Returns a text as a value of a message. */
export const text = (value: string) => writeEscapes(value, separators)

/** Returns the components of a field, without the empty ones at its end. */
export function components(...values: readonly string[]): string {
  const last = values.findLastIndex((value) => value !== '')
  return values
    .slice(0, last + 1)
    .map(text)
    .join(separators.component)
}

/** Returns a field with several values. */
export const repeated = (values: readonly string[]) => values.join(separators.repetition)

/** A name or a person: its components in the order of the field, once for each script. */
export type Names = readonly (readonly string[])[]

/** Returns a field with names. */
export const nameField = (names: Names) => repeated(names.map((one) => components(...one)))

/** Returns an instant as HL7 writes it, in UTC. */
export const instant = (at: Date) => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`

/** Returns a date or time without its punctuation. */
export const digits = (value: string | null) => (value ?? '').replace(/\D/g, '')

/** Returns a patient ID (CX). */
export const patientId = ({ id, authority, type = '' }: Numbered) => components(id, '', '', authority ?? '', type)

/** Returns a number of an order (EI). */
export const entity = (numbered: Numbered | null) => (numbered === null ? '' : components(numbered.id, numbered.authority ?? ''))

/** Returns a segment with its fields at their numbers. */
export function segment(name: string, fields: Readonly<Record<number, string>>): Hl7Segment {
  const last = Math.max(...Object.keys(fields).map(Number))
  return new Hl7Segment([name, ...Array.from({ length: last }, (_, at) => fields[at + 1] ?? '')])
}

export type MessageHeader = {
  sendingApplication: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  sentAt: Date
  /** MSH-9 as it stands in the message. */
  type: string
  controlId: string
  /** HL7 table 0103: `P` for production, `T` for a test. */
  processingId: 'P' | 'T'
}

/** Returns the header of a message of version 2.5.1 in UTF-8. */
export const header = (fields: MessageHeader): Hl7Segment =>
  new Hl7Segment([
    'MSH',
    '^~\\&',
    text(fields.sendingApplication),
    text(fields.sendingFacility),
    text(fields.receivingApplication),
    text(fields.receivingFacility),
    instant(fields.sentAt),
    '',
    fields.type,
    text(fields.controlId),
    fields.processingId,
    '2.5.1',
    ...['', '', '', '', ''],
    'UNICODE UTF-8',
  ])

/** Returns a message as the bytes that are sent. */
export const encode = (segments: readonly Hl7Segment[]): Buffer =>
  Buffer.from(`${new Hl7Message([...segments]).toString()}\r`, 'utf8')
