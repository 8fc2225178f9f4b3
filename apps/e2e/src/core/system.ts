import { mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPassword } from '@readroom/demo/accounts'
import { readConfig } from '@readroom/local/core/config'
import { PROGRAMS } from '@readroom/local/system/programs'
import { startSystem } from '@readroom/local/system/system'
import { z } from 'zod'
import { config } from './config.ts'
import { freePort } from './free-port.ts'

const Archive = z.object({ ORTHANC_URL: z.url(), ORTHANC_USERNAME: z.string(), ORTHANC_PASSWORD: z.string() })

/** The part of `services.json` that is read here. */
const Described = z.object({ PUBLIC_URL: z.url(), DATABASE_URL: z.url(), DICOM_PORT: z.coerce.number().int(), ...Archive.shape })

export interface System {
  url: string
  databaseUrl: string
  dicomPort: number
  dataDir: string
}

/** How long a system may take to start. Two of them start at once on two cores. */
export const systemStartMs = 240_000

/** Starts a whole system in a temporary folder on free ports. `settings` are added to those of all tests. `stop` leaves no process and no file. */
export async function startOwnSystem(
  demo: 'on' | 'off',
  admin: string,
  settings: Record<string, string> = {},
): Promise<System & { stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'readroom-e2e-'))
  const ending = new AbortController()
  const env = {
    ...config.systemEnv,
    PORT: String(await freePort()),
    DICOM_PORT: String(await freePort()),
    READROOM_DATA: dataDir,
    READROOM_DEMO: demo,
    READROOM_ADMIN_EMAIL: admin,
    READROOM_ADMIN_PASSWORD: demoPassword,
    SETTLE_SECONDS: '2',
    REPORT_RECALL_SECONDS: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const stop = await startSystem(readConfig(config.root, env), PROGRAMS, ending.signal).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    ...(await describeSystem(dataDir)),
    stop: async () => {
      ending.abort()
      await stop()
      await remove()
    },
  }
}

async function readDescription(dataDir: string) {
  return Described.parse(JSON.parse(await readFile(join(dataDir, 'services.json'), 'utf8')))
}

export async function describeSystem(dataDir: string): Promise<System> {
  const told = await readDescription(dataDir)
  return { url: told.PUBLIC_URL, databaseUrl: told.DATABASE_URL, dicomPort: told.DICOM_PORT, dataDir }
}

const Places = z.object({ WORKLIST_PORT: z.coerce.number().int(), RESULTS_FOLDER: z.string() })

/** Returns the port of the modality worklist and the folder for results. */
export async function readHospitalPlaces({ dataDir }: System): Promise<{ worklistPort: number; resultsFolder: string }> {
  const told = Places.parse(JSON.parse(await readFile(join(dataDir, 'services.json'), 'utf8')))
  return { worklistPort: told.WORKLIST_PORT, resultsFolder: told.RESULTS_FOLDER }
}

/** Deletes a study from the archive, as its operator could. */
export async function deleteFromArchive({ dataDir }: System, orthancStudyId: string): Promise<void> {
  const { ORTHANC_URL, ORTHANC_USERNAME, ORTHANC_PASSWORD } = await readDescription(dataDir)
  const authorization = `Basic ${Buffer.from(`${ORTHANC_USERNAME}:${ORTHANC_PASSWORD}`).toString('base64')}`
  const answer = await fetch(`${ORTHANC_URL}/studies/${orthancStudyId}`, { method: 'DELETE', headers: { authorization } })
  if (!answer.ok) throw new Error(`The archive answered ${answer.status}`)
}

/** Returns the id of a process of the system, found by its working directory. */
async function findProcess({ dataDir }: System, folder: 'redis' | 'orthanc' | 'run/api'): Promise<number> {
  const own = await realpath(join(dataDir, folder))
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === own) return Number(pid)
  }
  throw new Error(`No process stands in ${own}`)
}

/** Freezes a service while `work` runs, as if it were overloaded or unreachable. */
export async function whileFrozen(system: System, service: 'redis' | 'orthanc', work: () => Promise<void>): Promise<void> {
  const pid = await findProcess(system, service)
  process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Kills the API at any point. The program that keeps the system running starts it again. */
export async function killApi(system: System): Promise<void> {
  process.kill(await findProcess(system, 'run/api'), 'SIGKILL')
}
