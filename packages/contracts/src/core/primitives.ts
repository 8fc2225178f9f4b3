import { z } from 'zod'

/** Row ids: UUID version 7, made by the database. */
export const Id = z.uuid()

/** Orthanc's resource id: five groups of eight hexadecimal digits. */
export const OrthancId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/)

/**
 * A UID to look something up by. DICOM PS3.5 section 9.1 has digits and dots only; scanners write letters too, and their studies are opened all
 * the same. Never dots alone, which a path takes for folders.
 */
export const Uid = z
  .string()
  .max(64)
  .regex(/^(?=.*[0-9A-Za-z])[0-9A-Za-z._-]+$/)

/** A UID that others are told: DICOM PS3.5 section 9.1, with digits and dots only, and no part with a zero before it. */
export const StrictUid = z
  .string()
  .max(64)
  .regex(/^(0|[1-9]\d*)(\.(0|[1-9]\d*))+$/, 'must be a DICOM UID of digits and dots')

/** An instant: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

/** A calendar date without zone, as DICOM DA means it: yyyy-mm-dd. There was no year 0. */
export const CalendarDate = z.iso.date().refine((text) => !text.startsWith('0000'), 'no such day')

/** Opaque position in a list. */
export const Cursor = z
  .string()
  .max(2_000)
  .regex(/^[A-Za-z0-9_-]+$/)

export const priorities = ['NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY'] as const
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

export const caseTypes = ['routine', 'urgent', 'emergency', 'stat'] as const
export const CaseType = z.enum(caseTypes)
export type CaseType = z.infer<typeof CaseType>

export const salutations = ['Mr', 'Mrs', 'Ms', 'Dr'] as const
export const Salutation = z.enum(salutations)
export type Salutation = z.infer<typeof Salutation>

export const Sex = z.enum(['M', 'F', 'O'])
export type Sex = z.infer<typeof Sex>

/** Neither control characters nor halves of characters: no database stores them, and nobody types them. */
const writable = /^[^\p{Cc}\p{Cs}]*$/u

/** A string that a caller may choose freely. Every such string of the contracts is this, `line` or `paragraph`; patterns and lists are stricter. */
export const text = (max: number) => z.string().max(max).regex(writable, 'must not contain control characters')

/** One line of text from a user: trimmed. Markup and formulas are text like any other. */
export const line = (max: number) => z.string().trim().max(max).regex(writable, 'must be one line of text')

/** Text of several lines, which forms send with CR LF between them; no other control characters, some of which no database stores. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^([\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, 'must not contain control characters')
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))

/** May be left out, empty or null, and is null then. */
export const optionalText = <T extends z.ZodType<string, string>>(schema: T) =>
  z
    .union([z.literal(''), z.null(), schema])
    .default(null)
    .transform((text) => (text === '' ? null : text))

/** An address that mail can be sent to. */
export const Email = z.email().max(254)

/** A name that people recognise others by: something that can be seen, in the order in which it is written (Unicode TR36, section 2.5). */
export const FullName = line(200)
  .min(1)
  .regex(/[^\p{Cf}\p{Z}\p{M}]/u, 'must be seen')
  .regex(/^[^\u202a-\u202e\u2066-\u2069]*$/u, 'must not turn the direction of writing')

/** Signs of a person in lists and at the archive; no spaces. */
export const Username = z
  .string()
  .max(254)
  .regex(/^[^\s\p{Cc}\p{Cf}\p{Cs}]+$/u, 'must not contain spaces')

/** DICOM PS3.5 section 6.2, AE: at most 16 characters of the default repertoire, no backslash. Compared in upper case. */
export const AeTitle = z
  .string()
  .trim()
  .max(16)
  .regex(/^[\x21-\x5b\x5d-\x7e]([\x20-\x5b\x5d-\x7e]*[\x21-\x5b\x5d-\x7e])?$/, 'must be an AE title of at most 16 characters')
  .toUpperCase()
