import type { Dependency, SystemState } from '@readroom/contracts/operations/system'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { readSystemState } from '@readroom/db/operations/monitoring'
import { listEndedPrograms, listPrograms, type Program } from '@readroom/db/operations/programs'
import { describeDatabase, listFolderUsage } from '@readroom/db/operations/storage-usage'
import { countUnreleased } from '@readroom/db/reports/reports'
import { answerOf } from '@readroom/process/dependency-state'
import type { Context } from '../../core/context.ts'
import { toRefusedConnections } from '../../core/refused-connections.ts'
import { listAttention } from './attention.ts'
import { readCertificate } from './certificate.ts'
import { statesOfPorts } from './port-states.ts'

const SLOW_MS = 1_000

type Asked<T> = { answer: T | null; milliseconds: number | null }

async function ask<T>(question: Promise<T>): Promise<Asked<T>> {
  const before = performance.now()
  const answer = await answerOf(question.then((value) => ({ value })))
  return { answer: answer?.value ?? null, milliseconds: answer ? Math.round(performance.now() - before) : null }
}

function dependency(name: Dependency['name'], { milliseconds }: Asked<unknown>, version: string | null = null): Dependency {
  const state = milliseconds === null ? 'down' : milliseconds > SLOW_MS ? 'slow' : 'up'
  return { name, state, milliseconds, version, down: [] }
}

const toProgram = ({ id: _id, name, version, host, environment, startedAt }: Program) => ({
  _id,
  name,
  version,
  host,
  environment,
  startedAt: startedAt.toISOString(),
})

/** Returns the versions of the running workers. The state is down if none has sent a heartbeat. */
function workersOf(programs: readonly Program[]): Dependency {
  const versions = new Set(programs.filter(({ name }) => name === 'worker').map(({ version }) => version))
  const state = versions.size > 0 ? 'up' : 'down'
  const version = versions.size > 0 ? [...versions].join(', ') : null
  return { name: 'worker', state, milliseconds: null, version, down: [] }
}

/** State that the process knows without asking. */
type Known = { pingRedis: () => Promise<unknown>; isDatabaseFull: () => boolean; probeDecoder: () => Promise<'up' | 'down'> }

/** Reads the state of all dependencies, with two seconds for each. Throws if the database is unavailable. */
export async function readState({ config, db, orthanc, storage }: Context, known: Known): Promise<SystemState> {
  const [database, archive, objects, redis, lastChange, certificate] = await Promise.all([
    ask(describeDatabase(db)),
    ask(orthanc.system()),
    ask(storage.ping()),
    ask(known.pingRedis()),
    answerOf(orthanc.getLastChange()),
    readCertificate(config.PUBLIC_URL),
  ])
  const [waiting, unreleased, folders, programs, ended, refused] = await Promise.all([
    readSystemState(db),
    countUnreleased(db),
    listFolderUsage(db),
    listPrograms(db),
    listEndedPrograms(db),
    listPortRefusals(db),
  ])
  const answered = dependency('database', database, database.answer?.version)
  const dependencies: Dependency[] = [
    known.isDatabaseFull() ? { ...answered, state: 'full' } : answered,
    dependency('archive', archive, archive.answer?.Version),
    { name: 'decoder', state: await known.probeDecoder(), milliseconds: null, version: null, down: [] },
    dependency('storage', objects, storage.provider),
    dependency('redis', redis),
    workersOf(programs),
    ...statesOfPorts(programs, ended).map((port) => ({ ...port, milliseconds: null, version: null })),
  ]
  return {
    checkedAt: new Date().toISOString(),
    attention: await listAttention(db, { dependencies, certificate, waiting, unreleasedReports: unreleased.reports }),
    dependencies,
    certificate,
    intakeLag: lastChange === null ? null : Math.max(0, lastChange - waiting.cursor),
    outbox: { rows: waiting.outboxRows, oldestSeconds: Math.round(waiting.outboxAge) },
    unreleased: { ...unreleased, since: unreleased.since?.toISOString() ?? null },
    refusedConnections: refused.map(toRefusedConnections),
    databaseBytes: database.answer?.sizeBytes ?? 0,
    folders: folders.map(({ folder, files, sizeBytes: bytes, countedAt }) => ({
      folder,
      files,
      bytes,
      countedAt: countedAt.toISOString(),
    })),
    programs: programs.map(toProgram),
    endedPrograms: ended.map(({ id: _id, name, version, host, seenAt }) => ({
      _id,
      name,
      version,
      host,
      seenAt: seenAt.toISOString(),
    })),
  }
}
