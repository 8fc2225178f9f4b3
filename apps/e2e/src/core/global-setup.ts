import { demoAdmin } from '@readroom/demo/accounts'
import { handDataDirToWorkers } from './config.ts'
import { freePort } from './free-port.ts'
import { startOwnSystem } from './system.ts'

/** Starts one system with the demo for the whole run. Each test has its own laboratories and accounts. */
export default async function setup(): Promise<() => Promise<void>> {
  const host = '127.0.0.1'
  const hospital = { HL7_HOST: host, WORKLIST_HOST: host, WORKLIST_PORT: String(await freePort()) }
  const { dataDir, stop } = await startOwnSystem('on', demoAdmin.email, hospital)
  handDataDirToWorkers(dataDir)
  return stop
}
