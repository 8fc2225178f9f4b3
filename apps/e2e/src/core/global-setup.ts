import { demoAdmin } from '@readroom/demo/accounts'
import { handDataDirToWorkers } from './config.ts'
import { startOwnSystem } from './system.ts'

/** Starts one system with the demo for the whole run. Each test has its own laboratories and accounts. */
export default async function setup(): Promise<() => Promise<void>> {
  const { dataDir, stop } = await startOwnSystem('on', demoAdmin.email)
  handDataDirToWorkers(dataDir)
  return stop
}
