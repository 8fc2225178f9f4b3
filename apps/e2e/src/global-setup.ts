import { demoAdmin } from '@readroom/demo/accounts'
import { handDataDirToWorkers } from './config.ts'
import { startOwnSystem } from './system.ts'

/** One system with the demo for the whole run; the tests keep apart by laboratories and people of their own. */
export default async function setup(): Promise<() => Promise<void>> {
  const { dataDir, stop } = await startOwnSystem('on', demoAdmin.email)
  handDataDirToWorkers(dataDir)
  return stop
}
