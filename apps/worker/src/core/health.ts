import type { Database } from '@readroom/db/core/client'
import { isSchemaOlder } from '@readroom/db/migration/schema-version'
import type { Queues } from '@readroom/jobs/queues'
import type { Orthanc } from '@readroom/orthanc/client'
import { stateOf } from '@readroom/process/dependency-state'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { ObjectStorage } from '@readroom/storage/object-storage'

type Watched = {
  heartbeats: Heartbeats
  database: Database
  orthanc: Orthanc
  storage: ObjectStorage
  queues: Queues
  isLosingLog: () => boolean
}

async function askSchema({ db }: Database): Promise<void> {
  if (await isSchemaOlder(db)) throw new Error('the schema of the database is older than this program')
}

/**
 * Returns the worker's health: healthy while each of its loops gives a sign of life in its time. A service that is away is named, but doesn't make
 * the worker unhealthy, because a restart would not bring it back. Nor does a log that cannot be written. `schema` is down as well if migrations have
 * not run. Responds within three seconds.
 */
export async function checkHealth({ heartbeats, database, orthanc, storage, queues, isLosingLog }: Watched) {
  const overdue = [...heartbeats.overdue()].filter(([, ms]) => ms > 0).map(([name]) => name)
  const redis = queues.connection.status === 'ready' ? queues.connection.ping() : Promise.reject(new Error('not connected'))
  const asked = {
    database: stateOf(database.db.execute('select 1')),
    schema: stateOf(askSchema(database)),
    redis: stateOf(redis),
    archive: stateOf(orthanc.system()),
    storage: stateOf(storage.ping()),
  }
  const named = Object.entries(asked).map(async ([name, state]) => [name, await state] as const)
  const dependencies = Object.fromEntries(await Promise.all(named))
  return { isHealthy: overdue.length === 0, details: { overdue, isLosingLog: isLosingLog(), dependencies } }
}
