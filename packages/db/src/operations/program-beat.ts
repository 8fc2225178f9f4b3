import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { OwnPort } from '@readroom/contracts/core/port-refusals'
import type { Db } from '../core/client.ts'
import { beatMs, beatProgram, endProgram, type StartedProgram } from './programs.ts'

type Started = Omit<StartedProgram, 'id' | 'host' | 'ports'> & {
  /** Returns the ports that the program opened for others. */
  ports?: () => OwnPort[]
  everyMs?: number
}

/** Says in the database, for as long as the process runs, that it does. A database that is away hears of it when it is back. */
export function startProgramBeat(
  db: Db,
  { ports = () => [], everyMs = beatMs, ...program }: Started,
): { stop: () => Promise<void> } {
  const one = { ...program, id: randomUUID(), host: hostname() }
  const beat = () => beatProgram(db, { ...one, ports: ports() }).catch(() => {})
  // One after the other: a late one would bring the row of a program back that has stopped.
  let last = beat()
  const timer = setInterval(() => {
    last = last.then(beat)
  }, everyMs)
  const stop = async () => {
    clearInterval(timer)
    await last
    await endProgram(db, one.id).catch(() => {})
  }
  return { stop }
}
