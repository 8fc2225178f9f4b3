import { type Database, openDatabase } from '@readroom/db/core/client'
import type { Logger } from 'pino'

/** Each loop writes, the sweep holds a lock, the relay a listener; jobs use the rest. */
const CONNECTIONS = 12

/**
 * Nobody waits longer for a row that another holds, nor for a statement: what is given up so is tried again. Adding up counts may take its time,
 * see `compactStudyCounts`.
 */
const limits = ['lock_timeout=5s', 'statement_timeout=30s', 'idle_in_transaction_session_timeout=60s']

/** A server that is frozen says nothing at all, not even that it gave a statement up. */
const ANSWER_MS = 35_000

const PATIENT_MS = 11 * 60_000

/** The worker's pool. */
export function openWorkerDatabase(url: string, log: Logger): Database {
  return open(url, log, { answerMs: ANSWER_MS, max: CONNECTIONS })
}

/** One more connection, for statements that may take ten minutes. */
export function openPatientDatabase(url: string, log: Logger): Database {
  return open(url, log, { answerMs: PATIENT_MS, max: 1 })
}

function open(url: string, log: Logger, sizes: { answerMs: number; max: number }): Database {
  // The statement that uses the connection fails too, and its caller logs that.
  const onError = (error: Error) => log.debug({ err: error }, 'a database connection broke')
  return openDatabase(url, { ...sizes, settings: limits, onError })
}
