import { AppError } from '@readroom/contracts/errors'
import type { Sort } from '@readroom/contracts/study-filters'
import type { WorklistPosition } from '@readroom/db/queries/worklist'
import { z } from 'zod'

const instant = z.string().regex(/^(-infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?)$/)

/** What a sort compares, as PostgreSQL writes it. */
const valueSchemas = {
  uploadDate: instant,
  studyDate: z.string().regex(/^\d{4,6}-\d\d-\d\d$/),
  patientName: z.string().max(400),
  patientId: z.string().max(400),
  accession: z.string().max(400),
  reportedDate: instant,
} satisfies Record<Sort['key'], z.ZodType<string>>

export function encodeCursor(key: Sort['key'], { value, id }: WorklistPosition): string {
  return Buffer.from(JSON.stringify([key, value, id])).toString('base64url')
}

/** Throws BAD_REQUEST on a cursor that no list of this sort handed out. */
export function decodeCursor(key: Sort['key'], cursor: string): WorklistPosition {
  try {
    const Position = z.tuple([z.literal(key), valueSchemas[key], z.uuid()])
    const [, value, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { value, id }
  } catch {
    throw new AppError('BAD_REQUEST')
  }
}
