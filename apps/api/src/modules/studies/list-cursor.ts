import { AppError } from '@readroom/contracts/errors'
import type { WorklistPosition } from '@readroom/db/queries/worklist'
import { z } from 'zod'

const Position = z.tuple([z.iso.datetime(), z.uuid()])

export function encodeCursor({ receivedAt, id }: WorklistPosition): string {
  return Buffer.from(JSON.stringify([receivedAt, id])).toString('base64url')
}

/** Throws BAD_REQUEST on a cursor that no list handed out. */
export function decodeCursor(cursor: string): WorklistPosition {
  try {
    const [receivedAt, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { receivedAt, id }
  } catch {
    throw new AppError('BAD_REQUEST')
  }
}
