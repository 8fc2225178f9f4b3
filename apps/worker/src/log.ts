import type { LogOutput } from '@readroom/process/log-output'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { type Logger, pino } from 'pino'

/**
 * What went wrong, for logs and for rows: never a statement's values nor PostgreSQL's detail, which hold patient data.
 */
export function describeError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return describeError(error.cause)
  if (error instanceof pg.DatabaseError) {
    const place = [error.table, error.column, error.constraint].filter(Boolean).join('.')
    return `PostgreSQL refused: ${error.code}${place ? ` (${place})` : ''}`
  }
  if (!(error instanceof Error)) return 'unknown error'
  const text = `${error.name}: ${error.message}`.slice(0, 500)
  return error.cause instanceof Error ? `${text} <- ${describeError(error.cause)}`.slice(0, 1000) : text
}

export function createLog(level: string, output: Pick<LogOutput, 'write'>): Logger {
  return pino({ level, base: { service: 'worker' }, serializers: { err: describeError } }, output)
}
