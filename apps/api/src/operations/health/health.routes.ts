import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@readroom/contracts/core/errors'
import { healthEndpoints } from '@readroom/contracts/operations/health'
import { isSchemaOlder } from '@readroom/db/migration/schema-version'
import { stateOf } from '@readroom/process/dependency-state'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

/** Probes wait only a short time for an answer. */
const READY_MS = 2_000

const notReady = (what: string) => new AppError('NOT_READY', { what })

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
    await checkDatabase(context)
    const [archive, decoder, objects, redis] = await asked
    const database = app.isDatabaseFull() ? ('full' as const) : ('up' as const)
    return { isLosingLog: app.isLosingLog(), dependencies: { database, archive, decoder, storage: objects, redis } }
  })
}
