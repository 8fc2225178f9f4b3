import { withoutStatement } from '@readroom/db/core/client'
import type { LogOutput } from '@readroom/process/log-output'
import { currentOrigin } from '@readroom/process/origin'
import pg from 'pg'
import { type Logger, pino } from 'pino'

/** Describes an error for logs and rows. Leaves out a statement's values and PostgreSQL's detail, which hold patient data. */
export function describeError(thrown: unknown): string {
  const error = withoutStatement(thrown)
  if (error instanceof pg.DatabaseError) {
    const place = [error.table, error.column, error.constraint].filter(Boolean).join('.')
    return `PostgreSQL refused: ${error.code}${place ? ` (${place})` : ''}`
  }
  if (!(error instanceof Error)) return 'unknown error'
  const text = `${error.name}: ${error.message}`.slice(0, 500)
  return error.cause instanceof Error ? `${text} <- ${describeError(error.cause)}`.slice(0, 1000) : text
}

/** Lines of what is done on behalf of a request name it. */
function requestOf(): { requestId?: string } {
  const requestId = currentOrigin()?.requestId
  return requestId === undefined ? {} : { requestId }
}

export function createLog(level: string, output: Pick<LogOutput, 'write'>): Logger {
  return pino({ level, base: { service: 'worker' }, mixin: requestOf, serializers: { err: describeError } }, output)
}
