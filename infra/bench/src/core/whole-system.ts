import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { type ApiSession, signIn } from '@readroom/demo/api-client'
import { readConfig } from '@readroom/local/core/config'
import { PROGRAMS } from '@readroom/local/system/programs'
import { startSystem } from '@readroom/local/system/system'
import getPort, { clearLockedPorts } from 'get-port'
import { z } from 'zod'

const administrator = { READROOM_ADMIN_EMAIL: 'bench@readroom.example', READROOM_ADMIN_PASSWORD: 'only for the benchmark' }

const Services = z.object({
  DATABASE_URL: z.url(),
  ORTHANC_URL: z.url(),
  ORTHANC_USERNAME: z.string(),
  ORTHANC_PASSWORD: z.string(),
})

/** `dir`: every process works below it, in a folder of its own. */
export type WholeSystem = {
  dir: string
  origin: string
  dicomPort: number
  databaseUrl: string
  archive: { url: string; username: string; password: string }
  admin: ApiSession
}

/** All programs and services, empty and of their own, while `work` runs. */
export async function withWholeSystem<T>(env: Record<string, string>, work: (system: WholeSystem) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const [port, dicomPort] = [await getPort(), await getPort()]
  // The system, started in this process, checks for itself that they are free.
  clearLockedPorts()
  const own = {
    PORT: String(port),
    DICOM_PORT: String(dicomPort),
    READROOM_DATA: dir,
    READROOM_DEMO: 'off',
    // Deliveries are measured from the signature on.
    REPORT_RECALL_SECONDS: '0',
  }
  const ending = new AbortController()
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const stop = await startSystem(readConfig(root, { ...own, ...env, ...administrator }), PROGRAMS, ending.signal)
  try {
    const origin = `http://127.0.0.1:${port}`
    const admin = await signIn(origin, administrator.READROOM_ADMIN_EMAIL, administrator.READROOM_ADMIN_PASSWORD)
    const services = Services.parse(JSON.parse(await readFile(join(dir, 'services.json'), 'utf8')))
    const { ORTHANC_URL: url, ORTHANC_USERNAME: username, ORTHANC_PASSWORD: password } = services
    const archive = { url, username, password }
    return await work({ dir, origin, dicomPort, databaseUrl: services.DATABASE_URL, archive, admin })
  } finally {
    ending.abort()
    await stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Waits until a study that was sent can be assigned. */
export async function untilSettled(admin: ApiSession, uid: string): Promise<WorklistRow> {
  for (;;) {
    const { data } = await admin.call(studyEndpoints.adminAll, { query: { limit: '100' } })
    const row = data.find(
      ({ studyInstanceUID, workflowStatus }) => studyInstanceUID === uid && workflowStatus === 'pending_assignment',
    )
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
