import { AppError } from '@readroom/contracts/core/errors'
import { z } from 'zod'

const Position = z.tuple([z.iso.datetime(), z.uuid()])

export type StudyPosition = { receivedAt: Date; id: string }

/** Returns the place of a study in the list of those without an order, as an opaque text. */
export function encodePosition({ receivedAt, id }: StudyPosition): string {
  return Buffer.from(JSON.stringify([receivedAt.toISOString(), id])).toString('base64url')
}

/** Returns the place of a cursor. Throws BAD_REQUEST for one that no list issued. */
export function decodePosition(cursor: string): StudyPosition {
  try {
    const [receivedAt, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { receivedAt: new Date(receivedAt), id }
  } catch {
    throw new AppError('BAD_REQUEST')
  }
}
