import type { Buffer } from 'node:buffer'
import { firstSegment } from './segments.ts'

/** The characters that structure a message (MSH-1 and MSH-2). */
export type Separators = { field: string; component: string; repetition: string; escape: string; subcomponent: string }

/**
 * The header of a message as it was sent. Every character of a text stands for one byte, so an acknowledgement can repeat it in any character set.
 */
export type Header = {
  separators: Separators
  /** The field MSH-`number` without change; empty if it is missing. */
  field: (number: number) => string
}

/** The bytes do not begin with the header of an HL7 message. */
export class NotHl7 extends Error {
  override name = 'NotHl7'
}

/** A header has no more than this. A longer first line is something else. */
const MAX_HEADER_BYTES = 8 * 1024

/** Line breaks and the mark of UTF-8 that some senders write before the header. */
const before = /^(?:\u00ef\u00bb\u00bf|[\r\n])*/

/** A separator is a printable ASCII character that no name or number uses. */
const isSeparator = (character: string) => /^[!-/:-@[-`{-~]$/.test(character)

function readSeparators(line: string): Separators {
  const [field = '', component = '', repetition = '', escapes = '', subcomponent = ''] = line.slice(3, 8)
  const names = line.slice(4).split(field, 1).join('')
  if (!isSeparator(field) || names === '' || ![...names].every(isSeparator) || new Set(names).size < names.length) {
    throw new NotHl7('MSH-1 and MSH-2 name no usable separators.')
  }
  return {
    field,
    component,
    // Short headers leave off the rarer separators: these stand for none.
    repetition: names.length > 1 ? repetition : '',
    escape: names.length > 2 ? escapes : '',
    subcomponent: names.length > 3 ? subcomponent : '',
  }
}

/** Returns the bytes of a message from its header on. Throws `NotHl7`. */
export function fromHeader(bytes: Buffer): Buffer {
  const start = before.exec(bytes.toString('latin1', 0, 64))?.[0].length ?? 0
  const message = bytes.subarray(start)
  if (message.toString('latin1', 0, 3) !== 'MSH') throw new NotHl7('The message does not begin with MSH.')
  return message
}

/** Reads the header of a message. Throws `NotHl7`. */
export function readHeader(bytes: Buffer): Header {
  const start = fromHeader(bytes).toString('latin1', 0, MAX_HEADER_BYTES)
  const separators = readSeparators(start.split(/[\r\n]/, 1).join(''))
  const line = firstSegment(start, separators.field)
  const fields = line.split(separators.field)
  return { separators, field: (number) => (number === 1 ? separators.field : (fields[number - 1] ?? '')) }
}

/** Returns a component of a header's field, counted from 1. */
export const headerComponent = (header: Header, number: number, component: number): string =>
  header.field(number).split(header.separators.component)[component - 1] ?? ''
