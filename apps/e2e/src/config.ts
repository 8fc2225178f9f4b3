import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const flag = z
  .string()
  .transform((value) => !['', '0', 'false'].includes(value))
  .default(false)

/** Set by the global setup for the workers: the data folder of the running system. */
const dataVariable = 'READROOM_E2E_DATA'

const env = z
  .object({
    CHROMIUM_PATH: z.string().default('/usr/bin/chromium'),
    READROOM_DICOM_SAMPLES: z.string().default(join(root, '../shared/dicom')),
    UPDATE_SCREENSHOTS: flag,
    CI: flag,
    ROBOT_SECONDS: z.coerce.number().int().positive().default(30),
    ROBOT_SEED: z.coerce.number().int().default(20),
    SLOW_NETWORK: z.coerce.number().int().optional(),
    PATH: z.string(),
    HOME: z.string().optional(),
    [dataVariable]: z.string().optional(),
  })
  .parse(process.env)

export const config = {
  root,
  chromiumPath: env.CHROMIUM_PATH,
  /** Folder of real DICOM studies; may be absent. */
  samplesDir: env.READROOM_DICOM_SAMPLES,
  updateScreenshots: env.UPDATE_SCREENSHOTS,
  ci: env.CI,
  dataDir: env[dataVariable],
  /** How long the robot of the reading room writes, and what it does is drawn from. */
  robot: { seconds: env.ROBOT_SECONDS, seed: env.ROBOT_SEED },
  /** Seed of the delays of a slow network in every test, or null for none. */
  slowNetwork: env.SLOW_NETWORK ?? null,
  /** What a system of ours inherits: no variable of the caller may lead it to another database or archive. */
  systemEnv: { PATH: env.PATH, ...(env.HOME && { HOME: env.HOME }) },
}

export function handDataDirToWorkers(dataDir: string): void {
  process.env[dataVariable] = dataDir
}
