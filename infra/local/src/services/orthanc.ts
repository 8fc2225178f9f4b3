import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import getPort from 'get-port'
import { type RunningChild, startChild } from '../core/child.ts'
import { onFreePort } from '../core/free-port.ts'
import { reapLeftovers } from '../core/leftovers.ts'
import { orthancSettings } from './orthanc-settings.ts'

export interface OrthancOptions {
  /** Own folder; a later start on it continues with the same studies, a start after deleting it has an empty archive. */
  dir: string
  /** Loopback only. Free when left out. */
  httpPort?: number | undefined
  /** Free when left out. */
  dicomPort?: number | undefined
  /** Random when left out. */
  password?: string | undefined
  /** Flush every stored file to the disk (default true); tests turn it off for speed. */
  durable?: boolean
  /** Orthanc configuration options that replace ours. */
  settings?: Record<string, unknown>
  /** Gives up starting. */
  signal?: AbortSignal | undefined
}

export interface Orthanc extends RunningChild {
  url: string
  username: string
  password: string
  httpPort: number
  dicomPort: number
  /** AE title to call; any other is accepted as well. */
  aeTitle: string
}

const USERNAME = 'readroom'
const AE_TITLE = 'READROOM'
// Orthanc takes 5 s over an orderly stop.
const STOP_TIMEOUT_MS = 6_500

/** Starts a private Orthanc with DICOMweb. Returns REST and C-STORE when resolved. */
export async function startOrthanc(options: OrthancOptions): Promise<Orthanc> {
  const { dir, password = randomBytes(18).toString('base64url'), durable = true } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await reapLeftovers(dir, 'Orthanc', 'SIGTERM', STOP_TIMEOUT_MS)
  return onFreePort(options.httpPort, async (httpPort) => {
    const dicomPort = options.dicomPort ?? (await getPort())
    const url = `http://127.0.0.1:${httpPort}`
    const own = orthancSettings({ httpPort, dicomPort, aeTitle: AE_TITLE, username: USERNAME, password, durable })
    await writeFile(join(dir, 'orthanc.json'), JSON.stringify({ ...own, ...options.settings }, null, 2), { mode: 0o600 })
    const child = await startChild({
      name: 'Orthanc',
      command: 'Orthanc',
      args: ['orthanc.json'],
      cwd: dir,
      logFile: join(dir, 'orthanc.log'),
      stopSignal: 'SIGTERM',
      stopTimeoutMs: STOP_TIMEOUT_MS,
      signal: options.signal,
      readyTimeoutMs: 60_000,
      ready: () => answers(url, password),
    })
    return { ...child, url, username: USERNAME, password, httpPort, dicomPort, aeTitle: AE_TITLE }
  })
}

async function answers(url: string, password: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`
  const response = await fetch(`${url}/system`, { headers: { authorization }, signal: AbortSignal.timeout(2_000) })
  await response.body?.cancel()
  return response.ok
}
