import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@readroom/contracts/core/errors'
import { healthEndpoints } from '@readroom/contracts/operations/health'
import { isSchemaOlder } from '@readroom/db/migration/schema-version'
import { listEndedPrograms, listPrograms } from '@readroom/db/operations/programs'
import { answerOf, stateOf } from '@readroom/process/dependency-state'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { statesOfPorts } from '../system/port-states.ts'

/** Probes wait only a short time for an answer. */
const READY_MS = 2_000

const notReady = (what: string) => new AppError('NOT_READY', { what })

/** Returns the state of our own ports as `worker` and `dicom-front` found it. None without the database. */
async function readPorts({ db }: Context) {
  const found = await answerOf(Promise.all([listPrograms(db), listEndedPrograms(db)]))
  return found ? Object.fromEntries(statesOfPorts(...found).map(({ name, state }) => [name, state])) : {}
}

async function checkDatabase({ db }: Context): Promise<void> {
  const asked = isSchemaOlder(db).catch(() => null)
  const isOlder = await Promise.race([asked, delay(READY_MS, null, { ref: false })])
  if (isOlder === null) throw notReady('the database does not answer')
  if (isOlder) throw notReady('the schema of the database is older than this program, its migrations have not run')
}

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const { orthanc, storage } = context
  mount(app, context, healthEndpoints.live, async () => ({}))
  mount(app, context, healthEndpoints.ready, async () => {
    if (app.stopping.signal.aborted) throw notReady('the program is stopping')
    // Most functions work without these. They are reported, but do not make the process unready.
    const asked = Promise.all([stateOf(orthanc.system()), app.probeDecoder(), stateOf(storage.ping()), stateOf(app.pingRedis())])
    const askedPorts = readPorts(context)
    await checkDatabase(context)
    const [archive, decoder, objects, redis] = await asked
    const database = app.isDatabaseFull() ? ('full' as const) : ('up' as const)
    const ports = await askedPorts
    return { isLosingLog: app.isLosingLog(), dependencies: { database, archive, decoder, storage: objects, redis, ...ports } }
  })
}
