import { AppError } from '@readroom/contracts/core/errors'
import type { Sort } from '@readroom/contracts/studies/study-filters'
import type { WorklistPosition } from '@readroom/db/worklist/worklist-statements'
import { z } from 'zod'

/** Returns true for a real day. PostgreSQL refuses others. In JavaScript, years beyond 9999 need a sign. */
function isDay(text: string): boolean {
  const [day = ''] = text.split(' ')
  const date = new Date(`${day.length > 10 ? `+${day.padStart(12, '0')}` : day}T00:00:00Z`)
  return !day.startsWith('0000') && !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day.slice(-2))
}

const instant = z.union([
  z.literal('-infinity'),
  z
    .string()
    .regex(/^\d{4,6}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/)
    .refine(isDay),
])

/** Scanners may write control characters, but no database stores a zero byte or half a character. */
const stored = z
  .string()
  .max(400)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))

/** Sort values as PostgreSQL writes them. */
const valueSchemas = {
  dueDate: z.string().regex(/^-?\d{1,14}$/),
  uploadDate: instant,
  studyDate: z
    .string()
    .regex(/^\d{4,6}-\d\d-\d\d$/)
    .refine(isDay),
  patientName: stored,
  patientId: stored,
  accession: stored,
  reportedDate: instant,
} satisfies Record<Sort['key'], z.ZodType<string>>

export function encodeCursor(key: Sort['key'], { value, id }: WorklistPosition): string {
  return Buffer.from(JSON.stringify([key, value, id])).toString('base64url')
}

/** Throws BAD_REQUEST for a cursor that no list with this sort issued. */
export function decodeCursor(key: Sort['key'], cursor: string): WorklistPosition {
  try {
    const Position = z.tuple([z.literal(key), valueSchemas[key], z.uuid()])
    const [, value, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { value, id }
  } catch {
    throw new AppError('BAD_REQUEST')
  }
}
