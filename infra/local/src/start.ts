import { mkdir, realpath } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type LocalConfig, readConfig } from './core/config.ts'
import { lockFolder } from './core/folder-lock.ts'
import { watchNpm } from './system/npm-parent.ts'
import { PROGRAMS_WITH_HOSPITAL, type Programs } from './system/programs.ts'
import { startSystem } from './system/system.ts'

/** Runs a system until it is told to stop: by a signal, or by the end of the npm that started us. Returns the exit code. */
export async function runSystem(config: LocalConfig, programs: Programs): Promise<number> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(await realpath(config.dataDir))
  const stopping = new AbortController()
  const asked = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => {
      lock.announceStop()
      resolve()
    })
  })
  const ask = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask)
  const endWatch = config.inherited.npm_lifecycle_event === undefined ? () => {} : watchNpm(ask)
  try {
    const stop = await startSystem(config, programs, stopping.signal)
    console.log(`Readroom is ready at http://localhost:${config.PORT}`)
    await asked
    console.log('Stopping')
    await stop()
    return 0
  } catch (error) {
    if (stopping.signal.aborted) return 0
    throw error
  } finally {
    endWatch()
    lock.release()
  }
}

/** The second half of `npm start`, after bootstrap.mjs has installed and built everything. */
export async function main(): Promise<void> {
  try {
    const root = fileURLToPath(new URL('../../..', import.meta.url))
    process.exitCode = await runSystem(readConfig(root), PROGRAMS_WITH_HOSPITAL)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  process.exit()
}
