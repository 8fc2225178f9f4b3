import { Buffer } from 'node:buffer'
import { Hl7Context, Hl7Segment } from '@medplum/core'
import { decode, findCharset, type Reading, UnknownCharset } from './charset.ts'
import { readEscapes } from './escapes.ts'
import { fromHeader, type Header, headerComponent, readHeader, type Separators } from './header.ts'
import { type Lines, splitSegments } from './segments.ts'

/** A value in a message: the segment, field, component and subcomponent, each counted from 1, as in `PID-5.1.2`. */
export type Place = { segment: string; field: number; component?: number; subcomponent?: number }

export type Segment = {
  name: string
  /** Which one of its name it is, counted from 1. */
  sequence: number
  /** Returns how often a field occurs. A field that is not there occurs no time. */
  repetitions: (field: number) => number
  /** Returns a value without escape sequences; empty if it is not there. Without component, the whole field's first one. */
  value: (field: number, component?: number, subcomponent?: number, repetition?: number) => string
  /** Returns the components of a repetition as they were sent. */
  components: (field: number, repetition?: number) => readonly string[]
  /** Returns a repetition as it was sent, with its separators. */
  raw: (field: number, repetition?: number) => string
}

export type Message = { header: Header; reading: Reading; segments: readonly Segment[] } & Omit<Lines, 'segments'>

/** A peculiarity of a message that could be read. */
export type MessageFlag = 'utf8InDisguise' | 'notUtf8' | 'strayLines' | 'segmentInText'

/** Returns what is peculiar about a message. */
export const flagsOf = ({ reading, strays, hasSegmentInText }: Message): MessageFlag[] => [
  ...(reading.isUtf8InDisguise ? (['utf8InDisguise'] as const) : []),
  ...(reading.isNoUtf8 ? (['notUtf8'] as const) : []),
  ...(strays.length > 0 ? (['strayLines'] as const) : []),
  ...(hasSegmentInText ? (['segmentInText'] as const) : []),
]

/** A message has too many fields to be read: a text of separators needs a hundred times its size in memory. */
export class TooManyParts extends Error {
  override name = 'TooManyParts'
}

/** A report of a thousand lines has a fifth of it. */
export const MAX_SEPARATORS = 100_000

function countSeparators(bytes: Buffer, { separators }: Header): number {
  const marks = ['\r', '\n', separators.field, separators.component, separators.repetition, separators.subcomponent]
  const codes = new Set(marks.filter((mark) => mark !== '').map((mark) => mark.charCodeAt(0)))
  let count = 0
  for (const byte of bytes) if (codes.has(byte)) count++
  return count
}

function wrap(segment: Hl7Segment, sequence: number, header: Header, reading: Reading): Segment {
  const { separators } = header
  // The parser returns nothing for a missing field, although its type does not say so.
  const components = (field: number, repetition = 1) => segment.getField(field)?.components[repetition - 1] ?? []
  const split = (component: string) => (separators.subcomponent === '' ? [component] : component.split(separators.subcomponent))
  return {
    name: segment.name,
    sequence,
    repetitions: (field) => segment.getField(field)?.components.length ?? 0,
    value: (field, component = 1, subcomponent = 1, repetition = 1) => {
      const written = split(components(field, repetition)[component - 1] ?? '')[subcomponent - 1] ?? ''
      return readEscapes(written, separators, reading.charset).trim()
    },
    components,
    raw: (field, repetition = 1) => components(field, repetition).join(separators.component),
  }
}

/** Returns the character set that MSH-18 names. Japanese senders name its shift sequences after an empty repetition. */
function declaredCharset(header: Header): string {
  const names = header.field(18).split(header.separators.repetition || '~')
  return names.find((name) => name.trim() === 'ISO IR87') ?? names[0] ?? ''
}

/**
 * Returns the first component of a field of the header as text. Bytes that are not in the message's character set stay one character each, so that
 * the fault is named when the message is parsed.
 */
export function readHeaderText(bytes: Buffer, header: Header, field: number, defaultCharset: string): string {
  const sent = headerComponent(header, field, 1)
  try {
    const { charset } = findCharset(fromHeader(bytes), declaredCharset(header), defaultCharset)
    return readEscapes(decode(Buffer.from(sent, 'latin1'), charset), header.separators, charset).trim()
  } catch (error) {
    if (error instanceof UnknownCharset) return sent.trim()
    throw error
  }
}

/** A separator that a message does not have must split nothing. The separator of fields never stands within a field. */
const contextOf = ({ field, component, repetition, escape: mark, subcomponent }: Separators) =>
  new Hl7Context('\r', field, component, repetition || field, mark || field, subcomponent || field)

/** Parses a message. Throws `NotHl7`, `UnknownCharset` or `TooManyParts`. */
export function parseMessage(
  bytes: Buffer,
  defaultCharset: string,
  charsetNames: Readonly<Record<string, string>> = {},
): Message {
  const header = readHeader(bytes)
  const content = fromHeader(bytes)
  if (countSeparators(content, header) > MAX_SEPARATORS) throw new TooManyParts('The message has too many fields.')
  const reading = findCharset(content, declaredCharset(header), defaultCharset, charsetNames)
  const sequences = new Map<string, number>()
  const { segments: lines, ...rest } = splitSegments(decode(content, reading.charset), header.separators.field)
  const context = contextOf(header.separators)
  const segments = lines.map((line) => {
    const segment = new Hl7Segment(line.split(header.separators.field), context)
    const sequence = (sequences.get(segment.name) ?? 0) + 1
    sequences.set(segment.name, sequence)
    return wrap(segment, sequence, header, reading)
  })
  return { header, reading, segments, ...rest }
}
